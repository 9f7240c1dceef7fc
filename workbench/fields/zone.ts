/** The zone in which instants are shown: that of the browser. */
export const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
