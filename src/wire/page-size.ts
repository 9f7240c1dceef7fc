/** Rows of a page when a request names no `size`. */
export const defaultPageSize = 20
