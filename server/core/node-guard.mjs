/** Names the Node version that is needed before an older one fails with an obscure error. Runs on any Node. */
const wanted = 24;

if (Number(process.versions.node.split('.')[0]) < wanted) {
  console.error(`This needs Node ${wanted}; this is Node ${process.versions.node} (${process.execPath}).`);
  console.error('Use `npm start`, `npm test` or `npm run <command>`: they bring Node 24 along on Linux and Windows.');
  console.error('Elsewhere install Node 24 or newer: https://nodejs.org');
  process.exit(1);
}
