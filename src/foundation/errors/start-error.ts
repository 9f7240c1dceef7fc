/**
 * An error that an operator can fix: a setting, a database, a data folder.
 * The command line prints its message without a stack and exits with code 1.
 */
export class StartError extends Error {
  override readonly name = 'StartError'
}
