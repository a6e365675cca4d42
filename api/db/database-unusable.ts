/**
 * The database can't be used until the operator mends something. `message` is one line for the terminal that names the
 * variable, without the password.
 */
export class DatabaseUnusable extends Error {}
