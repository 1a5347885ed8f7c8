/** Hands bytes to the browser's downloads. What no file name may hold becomes a space. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name.replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' ').trim()
  link.click()
  URL.revokeObjectURL(link.href)
}
