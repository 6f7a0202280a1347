import { captureForComparison, compared, emptyReferences, scale, writeReference } from './references.ts';
import { walkAll } from './studio.ts';
import { jobsOf } from './walks.ts';

/** Replaces all reference pictures by the current ones. */
export const accept = async (): Promise<void> => {
  emptyReferences();
  let bytes = 0;
  const { shots, broken } = await walkAll(
    jobsOf(compared),
    async (visitor, picture) => {
      const small = await captureForComparison(visitor);
      bytes += small.length;
      writeReference(picture, small);
    },
    scale,
  );
  for (const line of broken) console.log(line);
  console.log(`${shots.length} references, ${Math.round(bytes / 1000)} kB: test/gallery/references`);
  process.exitCode = broken.length > 0 ? 1 : 0;
};
