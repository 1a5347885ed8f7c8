/** Hands the file of a signed address to the browser's downloads. */
export function loadFile(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}
