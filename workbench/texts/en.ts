/** English texts are their own keys. In the bundle, where keys are numbers, they are listed. */
export const messages: Readonly<Record<string, string>> = {}
