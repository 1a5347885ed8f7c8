import { call } from '#web/api/query.ts'
import { privacy } from '../contract.ts'

/** Requests a short-lived address and starts the browser's download. */
export async function openExport(id: string): Promise<void> {
  const answer = await call(privacy.exportAddress, { params: { id } }).catch(() => undefined)
  if (!answer) return
  const link = document.createElement('a')
  link.href = answer.url
  link.download = ''
  link.click()
}
