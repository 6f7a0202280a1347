import { afterEach, describe, expect, it, vi } from 'vitest';
import { ticketCache } from '#src/device/ticket-cache.ts';
import { Failure } from '#src/domain/failures.ts';
import { SharedTicketSchema } from '#src/domain/ticket.ts';
import { sharedTicket } from '#test/paths/sample-tickets.ts';
import { readStored, refresh } from './stored-tickets.ts';

const store = {
  save: vi.spyOn(ticketCache, 'save'),
  read: vi.spyOn(ticketCache, 'read'),
  has: vi.spyOn(ticketCache, 'has'),
  forget: vi.spyOn(ticketCache, 'forget'),
};
afterEach(() => {
  vi.clearAllMocks();
  store.read.mockReset();
  store.has.mockReset();
});

const refused = (code: 'token_not_found' | 'connection_error') => async () => {
  throw new Failure({ code, unknown: false });
};

describe('a ticket that is read', () => {
  it('replaces the stored copy', async () => {
    expect(await refresh('t-1', undefined, async () => sharedTicket)).toBe(sharedTicket);
    expect(store.save).toHaveBeenCalledWith('t-1', sharedTicket);
  });

  it('has no timeout if none is stored', async () => {
    const readTicket = vi.fn(async () => sharedTicket);
    await refresh('t-1', 4000, readTicket);
    expect(readTicket).toHaveBeenCalledWith({});
  });

  it('has the given timeout if one is stored', async () => {
    store.has.mockResolvedValue(true);
    const readTicket = vi.fn(async () => sharedTicket);
    await refresh('t-1', 4000, readTicket);
    await refresh('t-1', undefined, readTicket);
    expect(readTicket.mock.calls).toEqual([[{ timeout: 4000 }], [{}]]);
  });

  it('is deleted when its link is invalid, but not when the connection is lost', async () => {
    await expect(refresh('t-1', 4000, refused('connection_error'))).rejects.toThrow();
    expect(store.forget).not.toHaveBeenCalled();
    await expect(refresh('t-1', 4000, refused('token_not_found'))).rejects.toThrow();
    expect(store.forget).toHaveBeenCalledWith('t-1');
    expect(store.save).not.toHaveBeenCalled();
  });
});

describe('a stored ticket', () => {
  it('is returned completely', async () => {
    store.read.mockResolvedValue(sharedTicket);
    expect(await readStored('t-1', SharedTicketSchema)).toEqual(sharedTicket);
  });

  it.each([null, {}, { ...sharedTicket, state: 'unheard of' }])(
    'that does not fit the schema is ignored (%#)',
    async (row) => {
      store.read.mockResolvedValue(row);
      expect(await readStored('t-1', SharedTicketSchema)).toBeNull();
    },
  );
});
