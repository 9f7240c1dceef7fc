/** Hands a file to the browser, for its folder of downloads. */
export const saveFile = (blob: Blob, name: string): void => {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has read the file when the download has started.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
