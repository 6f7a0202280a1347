/** Sends the buyer's browser back to the shop. */
const form = document.getElementById('return');
if (form instanceof HTMLFormElement) form.submit();
