/**
 * The PDF of a certificate. It is made when it is first asked for, signed with the company's key, and kept: everybody who
 * loads it gets the same bytes, whose SHA-256 stands on the public page.
 */

import { createHash, randomBytes } from 'node:crypto'
import type { Caller } from '#kit/caller.ts'
import { deleteFile, grantAccess, storeFile } from '#modules/platform/files/server.ts'
import { organizationNames } from '#modules/platform/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Outside } from '#server/outside.ts'
import type { TemplateValues } from '../contract/shapes.ts'
import { getVisible } from './certificates.ts'
import { certificatesTables } from './db.ts'
import { type CertificateDocument, fill } from './document/content.ts'
import { makePdf } from './document/make.ts'
import { createSigningKey, type SigningKey } from './document/sign.ts'
import type { CertificateDetailRow } from './rows.ts'

const accessSeconds = 600

/** The hash router's address, as the QR code holds it. */
export function verifyUrl(outside: Outside, code: string): string {
  return `${outside.config.publicUrl}/#/certificate/${code}`
}

export async function findSigningKey(connection: Connection, companyId: string): Promise<SigningKey | undefined> {
  const row = await certificatesTables(connection)
    .selectFrom('certificates.signing_key')
    .select(['private_key', 'certificate'])
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return row && { privateKey: row.private_key, certificate: row.certificate }
}

/** The company's key; made when the first certificate is, and by one only. */
export async function signingKeyOf(connection: Connection, companyId: string, now: number): Promise<SigningKey> {
  const known = await findSigningKey(connection, companyId)
  if (known) return known
  const db = certificatesTables(connection)
  const name = (await organizationNames(db, companyId, [companyId])).get(companyId) ?? companyId
  // A positive number: the first bit is not set.
  const serial = Uint8Array.from([1, ...randomBytes(15)])
  const made = await createSigningKey(name, serial, now)
  await db
    .insertInto('certificates.signing_key')
    .values({ company_id: companyId, private_key: made.privateKey, certificate: made.certificate, created_at: now })
    .onConflict((conflict) => conflict.column('company_id').doNothing())
    .execute()
  return (await findSigningKey(connection, companyId)) ?? made
}

type KeptPdf = Awaited<ReturnType<typeof keepPdf>>

/** By certificate: whoever asks while it is being made gets the same. */
const beingMade = new Map<string, Promise<KeptPdf>>()

function keepPdfOnce(
  connection: Connection,
  outside: Outside,
  row: CertificateDetailRow,
  now: number,
): Promise<KeptPdf> {
  const known = beingMade.get(row.id)
  if (known) return known
  const kept = keepPdf(connection, outside, row, now).finally(() => beingMade.delete(row.id))
  beingMade.set(row.id, kept)
  return kept
}

async function keepPdf(connection: Connection, outside: Outside, row: CertificateDetailRow, now: number) {
  const { id, company_id: companyId, member_id: ownerId, number } = row
  const document: CertificateDocument = {
    content: row.content,
    holderName: row.holder_name,
    number,
    verifyUrl: verifyUrl(outside, row.code),
    issuedAt: row.issued_at,
  }
  const content = await makePdf(document, await signingKeyOf(connection, companyId, now))
  const input = { companyId, ownerId, kind: 'pdf', audience: 'link', name: `${number}.pdf`, content, now } as const
  const file = await storeFile(connection, outside, input)
  const sha256 = createHash('sha256').update(content).digest()
  const db = certificatesTables(connection)
  const { numUpdatedRows } = await db
    .updateTable('certificates.certificate')
    .set({ file_id: file.id, sha256 })
    .where('id', '=', id)
    .where('file_id', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 1n) return { fileId: file.id, sha256 }
  // Somebody asked for it at the same time, and was first: theirs is the one.
  await inTransaction(db, (transaction) => deleteFile(transaction, companyId, file.id))
  const first = await db
    .selectFrom('certificates.certificate')
    .select(['file_id', 'sha256'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (first.file_id === null || first.sha256 === null) throw new Error('a certificate has lost its file')
  return { fileId: first.file_id, sha256: first.sha256 }
}

export async function certificatePdf(
  connection: Connection,
  caller: Caller,
  id: string,
  { outside, now }: { outside: Outside; now: number },
) {
  const row = await getVisible(connection, caller, id)
  const { fileId, sha256 } =
    row.file_id !== null && row.sha256 !== null
      ? { fileId: row.file_id, sha256: row.sha256 }
      : await keepPdfOnce(connection, outside, row, now)
  const { companyId, memberId } = caller
  const url = await grantAccess(connection, { companyId, fileId, memberId, seconds: accessSeconds, now })
  return { url, name: `${row.number}.pdf`, sha256: sha256.toString('hex') }
}

/** A specimen of a template as it is being written: its words with examples in them, and a number that nothing has. */
export async function specimen(
  connection: Connection,
  { companyId }: Caller,
  values: TemplateValues,
  { outside, now }: { outside: Outside; now: number },
): Promise<Buffer> {
  const common = { number: `${values.numberPrefix.toUpperCase()}-0000-000000`, hours: '16', credits: '4' }
  const cn = { ...common, name: '张晓明', item: '消防安全基础', date: '2026年1月1日' }
  const en = { ...common, name: 'Zhang Xiaoming', item: 'Fire safety', date: '1 January 2026' }
  const inEnglish = values.titleEn !== '' || values.bodyEn !== ''
  const document: CertificateDocument = {
    content: {
      design: values.design,
      titleCn: values.titleCn,
      titleEn: values.titleEn,
      bodyCn: fill(values.bodyCn, cn),
      bodyEn: fill(values.bodyEn, en),
      issuerCn: values.issuerCn,
      issuerEn: values.issuerEn,
      signatory: values.signatory,
      issuedCn: '样张',
      issuedEn: inEnglish ? 'Specimen' : '',
      validCn: values.validityMonths === null ? '' : '有效期至2028年1月1日',
      validEn: values.validityMonths === null || !inEnglish ? '' : 'Valid until 1 January 2028',
    },
    holderName: '张晓明',
    number: common.number,
    verifyUrl: verifyUrl(outside, 'specimen'),
    issuedAt: now,
  }
  return makePdf(document, await signingKeyOf(connection, companyId, now))
}
