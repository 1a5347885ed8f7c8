/** Who may see a file. Company first: a file of another company is not there at all. */
import type { FileRow } from './files.ts'
import type { Reader } from './signing.ts'

/** `granted`: the module that owns the thing to which the file belongs has let this member see it. */
export function mayRead(file: Pick<FileRow, 'company_id' | 'owner_id' | 'audience'>, reader: Reader, granted: boolean) {
  if (file.company_id !== reader.companyId) return false
  if (file.owner_id === reader.memberId || file.audience === 'company') return true
  return file.audience === 'link' && granted
}

/** Starting a conversion again is for who brought the file; others ask the module to which it belongs. */
export function mayConvert(file: Pick<FileRow, 'company_id' | 'owner_id'>, reader: Reader): boolean {
  return file.company_id === reader.companyId && file.owner_id === reader.memberId
}
