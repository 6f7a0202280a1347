/*
 * Libraries whose modules would else run with the first that imports them: they run with their own file, in a task before the app's.
 */
import 'react';
import 'react-dom/client';
