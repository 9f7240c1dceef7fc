/** English texts are their own keys. The bundle, whose keys are numbers, lists them here. */
export const messages: Readonly<Record<string, string>> = {}
