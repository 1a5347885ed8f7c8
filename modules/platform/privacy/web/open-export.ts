import { call } from '#web/api/query.ts'
import { privacy } from '../contract.ts'

/** Asks for an address that holds for some minutes, and hands it to the browser's downloads. */
export async function openExport(id: string): Promise<void> {
  const answer = await call(privacy.exportAddress, { params: { id } }).catch(() => undefined)
  if (!answer) return
  const link = document.createElement('a')
  link.href = answer.url
  link.download = ''
  link.click()
}
