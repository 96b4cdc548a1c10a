import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { flightIn, statusAt } from './campaign-status.js';

const at = (moment: string, start: string | null, end: string | null, timeZone = 'Europe/Paris') =>
  statusAt(Date.parse(moment), { isLive: true, wasPublished: true, flight: { start, end }, timeZone });

describe('a live version', () => {
  test('without boundaries runs', () => assert.equal(at('2026-06-15T12:00:00Z', null, null), 'running'));

  test('with a day as start begins at 00:00 of that day', () => {
    assert.equal(at('2026-03-01T22:59:59.999Z', '2026-03-02', null), 'upcoming');
    assert.equal(at('2026-03-01T23:00:00.000Z', '2026-03-02', null), 'running');
  });

  test('with a day as end plays the whole day', () => {
    assert.equal(at('2026-03-02T22:59:59.999Z', null, '2026-03-02'), 'running');
    assert.equal(at('2026-03-02T23:00:00.000Z', null, '2026-03-02'), 'ended');
  });

  test('with a minute as start begins with it; a minute as end is the first that no longer plays', () => {
    assert.equal(at('2026-03-02T08:29:59.999Z', '2026-03-02T09:30', null), 'upcoming');
    assert.equal(at('2026-03-02T08:30:00.000Z', '2026-03-02T09:30', null), 'running');
    assert.equal(at('2026-03-02T08:29:59.999Z', null, '2026-03-02T09:30'), 'running');
    assert.equal(at('2026-03-02T08:30:00.000Z', null, '2026-03-02T09:30'), 'ended');
  });

  test('plays a day of 23 and of 25 hours whole', () => {
    // Paris: clocks go forward on 2026-03-29 and back on 2026-10-25.
    assert.equal(at('2026-03-28T23:00:00Z', '2026-03-29', '2026-03-29'), 'running');
    assert.equal(at('2026-03-29T21:59:59Z', '2026-03-29', '2026-03-29'), 'running');
    assert.equal(at('2026-03-29T22:00:00Z', '2026-03-29', '2026-03-29'), 'ended');
    assert.equal(at('2026-10-24T22:00:00Z', '2026-10-25', '2026-10-25'), 'running');
    assert.equal(at('2026-10-25T22:59:59Z', '2026-10-25', '2026-10-25'), 'running');
    assert.equal(at('2026-10-25T23:00:00Z', '2026-10-25', '2026-10-25'), 'ended');
  });

  test('whose boundary the clocks jump over passes it at the jump', () => {
    assert.equal(at('2026-03-29T00:59:59Z', '2026-03-29T02:30', null), 'upcoming');
    assert.equal(at('2026-03-29T01:00:00Z', '2026-03-29T02:30', null), 'running');
  });

  test('whose boundary the clocks show twice passes it once, the first time', () => {
    assert.equal(at('2026-10-25T00:29:59Z', null, '2026-10-25T02:30'), 'running');
    assert.equal(at('2026-10-25T00:30:00Z', null, '2026-10-25T02:30'), 'ended');
    assert.equal(at('2026-10-25T01:15:00Z', null, '2026-10-25T02:30'), 'ended');
  });

  test('begins at the jump where midnight does not exist', () => {
    // Cairo's clocks go from 24:00 to 01:00 on the last Friday of April.
    assert.equal(at('2026-04-23T21:59:59Z', '2026-04-24', null, 'Africa/Cairo'), 'upcoming');
    assert.equal(at('2026-04-23T22:00:00Z', '2026-04-24', null, 'Africa/Cairo'), 'running');
  });

  test('far east and west of Greenwich, and with half hours', () => {
    assert.equal(at('2026-06-14T10:00:00Z', '2026-06-15', null, 'Pacific/Kiritimati'), 'running');
    assert.equal(at('2026-06-14T09:59:59Z', '2026-06-15', null, 'Pacific/Kiritimati'), 'upcoming');
    assert.equal(at('2026-06-14T18:30:00Z', '2026-06-15', null, 'Asia/Kolkata'), 'running');
    assert.equal(at('2026-06-14T18:29:59Z', '2026-06-15', null, 'Asia/Kolkata'), 'upcoming');
    assert.equal(at('2026-06-15T11:00:00Z', '2026-06-15', null, 'Pacific/Pago_Pago'), 'running');
  });
});

describe('without a live version', () => {
  const idle = { isLive: false, flight: { start: '2026-01-01', end: '2026-12-31' }, timeZone: 'UTC' };
  test('it is a draft when it was never published', () =>
    assert.equal(statusAt(Date.parse('2026-06-15T00:00:00Z'), { ...idle, wasPublished: false }), 'draft'));
  test('it is withdrawn otherwise', () =>
    assert.equal(statusAt(Date.parse('2026-06-15T00:00:00Z'), { ...idle, wasPublished: true }), 'withdrawn'));
});

describe('a flight in another zone', () => {
  test.each([
    ['2026-06-20', '2026-06-30', '2026-06-19T18:00', '2026-06-30T18:00'],
    [null, '2026-06-15T13:00', null, '2026-06-15T07:00'],
    ['2026-06-20T06:00', null, '2026-06-20', null],
    [null, '2026-06-21T06:00', null, '2026-06-20'],
    // What no clock of that zone can write stays.
    [null, '9999-12-31', null, '9999-12-31'],
    // 1:30 comes twice there: 05:30 UTC and 06:30 UTC. The second is named by the minutes around the hour.
    ['2026-11-01T06:30', '2026-11-01T06:30', '2026-11-01T01:30', '2026-11-01T01:30'],
    ['2026-11-01T07:30', '2026-11-01T07:30', '2026-11-01T01:59', '2026-11-01T02:00'],
  ])('from %s until %s is from %s until %s', (start, end, keptStart, keptEnd) => {
    assert.deepEqual(flightIn({ start, end }, 'Europe/Paris', 'America/New_York'), { start: keptStart, end: keptEnd });
  });

  test('stays as it is written where clocks show the same', () => {
    const flight = { start: '2026-06-20T00:00', end: '2026-06-21T00:00' };
    assert.deepEqual(flightIn(flight, 'Europe/Paris', 'Europe/Berlin'), flight);
  });
});
