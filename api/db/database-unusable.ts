/**
 * The operator has to fix something before the database can be used. `message` is one line for the terminal that names
 * the variable, without the password.
 */
export class DatabaseUnusable extends Error {}
