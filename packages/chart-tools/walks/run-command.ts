/** Runs a tool and sets the exit code that it returns. An error is printed as its message, with the exit code 2. */
export const runCommand = async (command: () => Promise<number>): Promise<void> => {
  try {
    process.exitCode = await command();
  } catch (thrown) {
    console.error(thrown instanceof Error ? thrown.message : String(thrown));
    console.error('`--help` prints the options.');
    process.exitCode = 2;
  }
};
