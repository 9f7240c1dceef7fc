/** A module that imports one that does not exist: that is no missing `--app`. */
const missing = './not-there.js'
export default await import(missing)
