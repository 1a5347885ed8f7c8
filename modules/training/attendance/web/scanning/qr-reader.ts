/** Reads QR codes. The decoder is WebAssembly of our own origin, which comes with the first picture. */
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import decoderUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'

// By itself it would ask a public network for it.
prepareZXingModule({ overrides: { locateFile: () => decoderUrl } })

/** The text of a code in a picture of the camera, or in a photo; undefined where there is none. */
export async function readQr(picture: ImageData | Blob): Promise<string | undefined> {
  const [found] = await readBarcodes(picture, { formats: ['QRCode'], maxNumberOfSymbols: 1 })
  return found?.isValid ? found.text : undefined
}
