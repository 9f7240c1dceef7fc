/** A module with an import that does not exist: this is not a missing `--app`. */
const missing = './not-there.js'
export default await import(missing)
