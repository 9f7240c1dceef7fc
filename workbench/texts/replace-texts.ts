/** Puts texts of the application in the place of those of the page. */

export type Messages = Readonly<Record<string, string>>

/** The bundle, whose keys are numbers, finds the key of a text in the list of English texts. */
export const replaceTexts = (texts: Messages, replaced: Messages, list: Messages): Messages => {
  const keys = Object.entries(list).filter(([, text]) => replaced[text] !== undefined)
  return {
    ...texts,
    ...replaced,
    ...Object.fromEntries(keys.map(([key, text]) => [key, replaced[text]!])),
  }
}
