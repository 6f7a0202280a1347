import { afterEach, describe, expect, it, vi } from 'vitest';
import { Failure } from '#src/domain/failures.ts';
import { SharedTicketSchema } from '#src/domain/ticket.ts';
import { sharedTicket } from '#test/paths/sample-tickets.ts';
import { forget, keepBy, recall, refresh } from './kept.ts';

const shelf = {
  keep: vi.fn(async () => null),
  recall: vi.fn(async (): Promise<unknown> => null),
  forget: vi.fn(async () => null),
  erase: vi.fn(async () => true),
};
let end = () => {};
const open = () => {
  end = keepBy(shelf);
};
afterEach(() => {
  end();
  vi.clearAllMocks();
  shelf.recall.mockResolvedValue(null);
});

const refused = (code: 'token_not_found' | 'connection_error') => async () => {
  throw new Failure({ code, unknown: false });
};

describe('a ticket that is read', () => {
  it('takes the place of what was kept', async () => {
    open();
    expect(await refresh('t-1', undefined, async () => sharedTicket)).toBe(sharedTicket);
    expect(shelf.keep).toHaveBeenCalledWith('t-1', sharedTicket);
  });

  it('is waited for as long as it takes where none is kept', async () => {
    open();
    const read = vi.fn(async () => sharedTicket);
    await refresh('t-1', 4000, read);
    expect(read).toHaveBeenCalledWith({});
  });

  it('is waited for a few seconds where one is kept, and only where that is of use', async () => {
    open();
    shelf.recall.mockResolvedValue(sharedTicket);
    const read = vi.fn(async () => sharedTicket);
    await refresh('t-1', 4000, read);
    await refresh('t-1', undefined, read);
    expect(read.mock.calls).toEqual([[{ timeout: 4000 }], [{}]]);
  });

  it('is forgotten when its link is dead, not when there is no line', async () => {
    open();
    await expect(refresh('t-1', 4000, refused('connection_error'))).rejects.toThrow();
    expect(shelf.forget).not.toHaveBeenCalled();
    await expect(refresh('t-1', 4000, refused('token_not_found'))).rejects.toThrow();
    expect(shelf.forget).toHaveBeenCalledWith('t-1');
    expect(shelf.keep).not.toHaveBeenCalled();
  });
});

describe('a ticket that was kept', () => {
  it('is recalled whole', async () => {
    open();
    shelf.recall.mockResolvedValue(sharedTicket);
    expect(await recall('t-1', SharedTicketSchema)).toEqual(sharedTicket);
  });

  it.each([null, {}, { ...sharedTicket, state: 'unheard of' }])(
    'and does not fit any more is none (%#)',
    async (row) => {
      open();
      shelf.recall.mockResolvedValue(row);
      expect(await recall('t-1', SharedTicketSchema)).toBeNull();
    },
  );
});

it('nothing is kept before there is a place for it', async () => {
  await forget('t-1');
  await refresh('t-1', 4000, async () => sharedTicket);
  expect(await recall('t-1', SharedTicketSchema)).toBeNull();
  expect(shelf.keep).not.toHaveBeenCalled();
});
