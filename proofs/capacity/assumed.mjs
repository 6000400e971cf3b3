// Assumptions about the use of a bulk account; docs/capacity.md counts with them. Replace them by measured figures if you have some.

export const ASSUMED = {
  /** Electricity accounts of a bulk account, each with a bill a month; batches a month. */
  accounts: 300,
  bills: 300,
  batches: 12,
  /** Users of a bulk account who sign in once on each working day. */
  people: 3,
  workingDays: 22,
  /** Visits and payments of the busiest day, relative to an average one, and the share of its busiest hour. */
  monthEnd: 3,
  busiestHour: 0.2,
  /** Payments a month, each of 25 bills; the share paid by FPX, the rest by EFT. */
  payments: 12,
  byFpx: 0.25,
  /** Files, statements and e-mails a month. */
  workbooks: 4,
  workbookRows: 1_800,
  zippedBills: 300,
  statements: 10,
  emails: 30,
  /** The share of visits in which the browser has no files of the app. */
  coldStarts: 0.1,
  /** Hours that a page is open in a visit, with its stream; and streams of one process, which takes 10,000 connections. */
  open: 1 / 3,
  streams: 8_000,
  /** Open pages that refetch when a payment changes, and the reads of each. */
  rereads: 3,
  rereadsEach: 3,
  /** The share of a machine's processors that is used in the busiest hour, so that one machine may be lost; processors of a machine. */
  used: 0.5,
  processors: 8,
  /** Database connections of a `serve`, and of a `worker`: two pools, a listener, the queue's. */
  connections: 2 * 24 + 2,
  /** The hours in which a batch is imported, and the years of the forecast. */
  importHours: 4,
  years: 7,
}

/** The requests of a visit: kinds by their names up to a comma or colon, and how often. */
export const VISIT = {
  'signing in': 1,
  "the frame's reads": 1,
  home: 2,
  'unpaid bills': 4,
  'the head of unpaid bills': 4,
  'bills by batch': 2,
  'bill history': 1,
  'a bill searched by its number': 1,
  'a bill': 3,
  'a bill as PDF': 1,
  payments: 2,
  'a payment': 2,
  'electricity accounts': 1,
  notifications: 1,
  'the bell': 4,
  'activity log': 0.2,
  'the note that a session acts': 10,
}
export const SIZES = [100, 10_000, 1_000_000]
