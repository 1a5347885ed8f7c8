/** Makes and signs certificates. */
import { serveOrders } from '#server/pdf/serve-orders.ts'
import type { CertificateDocument } from './content.ts'
import { drawPdf } from './pdf.ts'
import { signPdf } from './sign.ts'

export interface CertificateOrder {
  readonly document: CertificateDocument
  readonly key: { readonly privateKey: Uint8Array; readonly certificate: Uint8Array }
}

serveOrders<CertificateOrder>(async ({ document, key }) =>
  signPdf(await drawPdf(document), {
    privateKey: Buffer.from(key.privateKey),
    certificate: Buffer.from(key.certificate),
  }),
)
