/** The servers one worker of the journeys has to itself, and where the mails of the first end. */
export type Site = {
  /** The one people use. */
  url: string;
  /** Its pages with the backend in another process: the first. */
  remote: string;
  /** One whose backend is gone. */
  orphan: string;
  /** Folder of caught mails. */
  mails: string;
};

/** How many journeys run at a time: each has a browser and a server, and two cores are busy with two. Three took longer. */
export const siteCount = 2;

/** Global setup tells the workers by this variable. */
export const sitesVariable = "JOURNEY_SITES";

const nowhere: Site = { url: "", remote: "", orphan: "", mails: "" };

/** This worker's. The process that only collects the tests has none, and none of their addresses is used there. */
export const site: Site =
  (JSON.parse(process.env[sitesVariable] ?? "[]") as Site[])[Number(process.env.TEST_PARALLEL_INDEX ?? 0)] ??
  nowhere;
