/** The servers of one worker of the journeys, and the folder of the first one's mails. */
export type Site = {
  /** The usual server. */
  url: string;
  /** A page process whose backend is the first server. */
  remote: string;
  /** A page process without its backend. */
  orphan: string;
  /** Folder of caught mails. */
  mails: string;
};

/** Journeys at a time, each with a browser and a server; one of them mostly waits (playwright.config.ts). */
export const siteCount = 3;

/** Variable in which global setup names the sites to the workers. */
export const sitesVariable = "JOURNEY_SITES";

const nowhere: Site = { url: "", remote: "", orphan: "", mails: "" };

/** This worker's site. The process that collects the tests has none and uses none of its addresses. */
export const site: Site =
  (JSON.parse(process.env[sitesVariable] ?? "[]") as Site[])[Number(process.env.TEST_PARALLEL_INDEX ?? 0)] ??
  nowhere;
