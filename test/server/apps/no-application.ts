/** A module whose default export is something else. */
export default { title: 'Nothing', resource: [] }
