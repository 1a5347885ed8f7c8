/** Access to files. A file of another company never exists for the reader. */
import type { FileRow } from './files.ts'
import type { Reader } from './signing.ts'

/** `granted`: the module that owns the file permits this member to see it. */
export function mayRead(file: Pick<FileRow, 'company_id' | 'owner_id' | 'audience'>, reader: Reader, granted: boolean) {
  if (file.company_id !== reader.companyId) return false
  if (file.owner_id === reader.memberId || file.audience === 'company') return true
  return file.audience === 'link' && granted
}

/** Only the uploader may restart a conversion directly; other members need the module that owns the file. */
export function mayConvert(file: Pick<FileRow, 'company_id' | 'owner_id'>, reader: Reader): boolean {
  return file.company_id === reader.companyId && file.owner_id === reader.memberId
}
