/** Has a certificate's PDF made and signed by a thread of its own: glyphs and signature take a moment that the server's has not. */
import { documentThread } from '#server/pdf/document-thread.ts'
import type { CertificateDocument } from './content.ts'
import type { SigningKey } from './sign.ts'
import type { CertificateOrder } from './worker.ts'

const make = documentThread<CertificateOrder>(new URL('./worker.ts', import.meta.url))

export function makePdf(document: CertificateDocument, key: SigningKey): Promise<Buffer> {
  return make({ document, key })
}
