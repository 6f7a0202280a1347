import { machines } from 'ticket-store/machines/index.ts';
import { plans } from 'ticket-store/test/paths/plans.ts';
import { journeys, type Post } from '../explore/compose.ts';
import type { Model } from '../explore/explore.ts';

const known = new Map<boolean, readonly Post[]>();

/** Every chart of the store at its position, once for a process, since it takes seconds; `isBrief`: until its last transition. */
export const exploredPosts = (isBrief = false): readonly Post[] => {
  const posts = known.get(isBrief) ?? journeys(machines.app, plans, () => [], { isBrief });
  known.set(isBrief, posts);
  return posts;
};

/** A chart of `exploredPosts`, at its last position if it has several. */
export const exploredModel = (name: string, isBrief = false): Model => {
  const post = exploredPosts(isBrief).findLast(({ model }) => model.machine.id === name);
  if (post === undefined) throw new Error(`No walk starts ${name}.`);
  return post.model;
};
