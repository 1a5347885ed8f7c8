/** What a camera reads of a code on a screen. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator } from '@playwright/test'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

const decoder = join(import.meta.dirname, '../../node_modules/zxing-wasm/dist/reader/zxing_reader.wasm')
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(decoder)).buffer } })

/** The text of the code; empty where there is none to read. */
export async function scanned(code: Locator): Promise<string> {
  const picture = await code.screenshot()
  const [found] = await readBarcodes(new Blob([new Uint8Array(picture)]), { formats: ['QRCode'] })
  return found?.text ?? ''
}
