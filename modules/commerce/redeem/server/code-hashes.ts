/** New codes, and the keyed hash by which a code is found without being stored. */
import { createHmac, randomBytes } from 'node:crypto'
import { cardCodeLength, cardSymbols, checkSymbol } from '../contract/card-codes.ts'
import type { RedeemDb } from './db.ts'

const keyBytes = 32
/** The largest multiple of 31 that a byte holds: bytes from there on would make some symbols likelier than others. */
const evenBelow = 256 - (256 % cardSymbols.length)

/** One code: 15 symbols of chance, more than 74 bits, and the check symbol. */
function newCode(): string {
  let body = ''
  while (body.length < cardCodeLength - 1) {
    for (const byte of randomBytes(cardCodeLength)) {
      if (byte < evenBelow && body.length < cardCodeLength - 1) body += cardSymbols[byte % cardSymbols.length]
    }
  }
  return body + checkSymbol(body)
}

export function newCodes(count: number): string[] {
  return Array.from({ length: count }, newCode)
}

/** The hash of a normalized code. */
export function hashOfCode(key: Buffer, code: string): Buffer {
  return createHmac('sha256', key).update(code).digest()
}

/** The company's key; undefined before its first codes are made. */
export async function findCodeKey(db: RedeemDb, companyId: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('redeem.code_key')
    .select('key')
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return row?.key
}

/** The company's key, made by the first who needs it. */
export async function ensureCodeKey(db: RedeemDb, companyId: string): Promise<Buffer> {
  const { key } = await db
    .insertInto('redeem.code_key')
    .values({ company_id: companyId, key: randomBytes(keyBytes) })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet({ company_id: companyId }))
    .returning('key')
    .executeTakeFirstOrThrow()
  return key
}
