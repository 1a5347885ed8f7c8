/** Reads QR codes. The decoder is WebAssembly of our own origin; by itself the library would ask a public network for it. */
import { prepareZXingModule, purgeZXingModule, readBarcodes } from 'zxing-wasm/reader'
import decoderUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'

let decoder: Promise<unknown> | undefined

/** Brings the decoder. Where that fails, the next call tries again. */
export function loadDecoder(): Promise<unknown> {
  const overrides = { locateFile: () => decoderUrl }
  decoder ??= prepareZXingModule({ overrides, fireImmediately: true }).catch((error: unknown) => {
    decoder = undefined
    purgeZXingModule()
    throw error
  })
  return decoder
}

/** The text of a code in a picture of the camera, or in a photo; undefined where there is none. */
export async function readQr(picture: ImageData | Blob): Promise<string | undefined> {
  await loadDecoder()
  const [found] = await readBarcodes(picture, { formats: ['QRCode'], maxNumberOfSymbols: 1 })
  return found?.isValid ? found.text : undefined
}
