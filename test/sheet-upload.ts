/** A spreadsheet as the browser sends it to a call that reads small imports. */
import { buffer } from 'node:stream/consumers'
import { apiPrefix } from '#server/http/app.ts'
import { xlsxBytes } from '#server/spreadsheet/xlsx.ts'
import { CallRefused, type TestPlatform } from './harness.ts'

export const sheetBytes = (rows: readonly (readonly string[])[]) => buffer(xlsxBytes(rows))

interface ReadRows {
  readonly rows: { readonly row: number; readonly cells: Record<string, string> }[]
}

/** Sends bytes as the field `file`; rejects with the refusal. */
export async function uploadFile(
  platform: TestPlatform,
  member: { readonly token: string } | undefined,
  path: string,
  bytes: Buffer,
): Promise<ReadRows> {
  const boundary = 'boundary-of-the-test'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="rows.xlsx"\r\ncontent-type: application/octet-stream\r\n\r\n`
  const answer = await platform.app.inject({
    method: 'POST',
    url: `${apiPrefix}${path}`,
    headers: {
      ...(member && { authorization: `Bearer ${member.token}` }),
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  })
  if (answer.statusCode !== 200) throw new CallRefused(answer.statusCode, answer.json())
  return answer.json<ReadRows>()
}
