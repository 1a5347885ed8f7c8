/** Makes the PDF of a certificate, with an empty signature in it. */
import PDFDocument from 'pdfkit'
import { bytesOf } from '#server/pdf/bytes.ts'
import { Typesetter } from '#server/pdf/fonts.ts'
import type { CertificateDocument } from './content.ts'
import { Layout } from './layout.ts'
import { type Doc, page } from './look.ts'
import { byteRangeDigits, signatureBytesMax } from './sign.ts'

/** pdfkit's own catalogue, which its types keep to themselves. */
interface Catalogue {
  readonly _root: {
    readonly data: {
      Perms?: object
      readonly AcroForm: { readonly data: { Fields: unknown[]; SigFlags?: number; NeedAppearances?: boolean } }
    }
  }
}

const instant = (at: number) => `D:${new Date(at).toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`

/** A field without a look of its own on the page, and its signature: nothing may be changed after it. */
function addSignature(doc: Doc, { content, issuedAt, verifyUrl }: CertificateDocument): void {
  const largest = Number('9'.repeat(byteRangeDigits))
  const reference = doc.ref({
    Type: 'SigRef',
    TransformMethod: 'DocMDP',
    TransformParams: { Type: 'TransformParams', P: 1, V: '1.2' },
  })
  const signature = doc.ref({
    Type: 'Sig',
    Filter: 'Adobe.PPKLite',
    SubFilter: 'adbe.pkcs7.detached',
    ByteRange: [0, largest, largest, largest],
    Contents: Buffer.alloc(signatureBytesMax),
    Name: new String(content.issuerCn),
    Reason: new String(content.titleCn),
    ContactInfo: new String(verifyUrl),
    M: new String(instant(issuedAt)),
    Reference: [reference],
  })
  const field = doc.ref({
    Type: 'Annot',
    Subtype: 'Widget',
    FT: 'Sig',
    T: new String('Signature'),
    Rect: [0, 0, 0, 0],
    // Printed, and locked.
    F: 132,
    V: signature,
    P: doc.page.dictionary,
  })
  doc.initForm()
  const catalogue = (doc as unknown as Catalogue)._root.data
  catalogue.Perms = { DocMDP: signature }
  const form = catalogue.AcroForm.data
  form.Fields.push(field)
  form.SigFlags = 3
  delete form.NeedAppearances
  ;(doc.page as unknown as { annotations: unknown[] }).annotations.push(field)
  for (const part of [reference, signature, field]) part.end(undefined)
}

export async function drawPdf(document: CertificateDocument): Promise<Buffer> {
  const letters = await Typesetter.create()
  for (const [text, weight] of Layout.texts(document)) letters.runs(text, weight)
  const doc = new PDFDocument({
    size: [page.width, page.height],
    margin: 0,
    pdfVersion: '1.7',
    lang: 'zh-CN',
    displayTitle: true,
    info: {
      Title: `${document.content.titleCn} ${document.number}`,
      Author: document.content.issuerCn,
      Subject: document.holderName,
      CreationDate: new Date(document.issuedAt),
      ModDate: new Date(document.issuedAt),
    },
  })
  const bytes = bytesOf(doc)
  for (const { name, bytes } of await letters.fonts()) doc.registerFont(name, bytes)
  new Layout(doc, letters, document).draw()
  addSignature(doc, document)
  doc.end()
  return bytes
}
