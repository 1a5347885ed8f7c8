/**
 * Signs a PDF so that every later change shows: a certifying signature (DocMDP, no changes allowed) over all bytes but
 * its own, as CMS in the file (ISO 32000-1, 12.8; RFC 5652). Readers that know the platform's certificate, and `pdfsig`,
 * say whether the file is as it was issued.
 */
import { createHash, webcrypto } from 'node:crypto'
import * as asn1js from 'asn1js'
import * as pkijs from 'pkijs'

type EngineSettings = ConstructorParameters<typeof pkijs.CryptoEngine>[0]
// The same interface by its two names: the browser's types, which the library speaks, and Node's.
const crypto = webcrypto as unknown as EngineSettings['crypto']
pkijs.setEngine('node', new pkijs.CryptoEngine({ name: 'node', crypto }))

const rsa = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } as const
const oid = {
  commonName: '2.5.4.3',
  organizationName: '2.5.4.10',
  keyUsage: '2.5.29.15',
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
} as const

/** A company's own key, and the certificate that goes with it into each PDF. DER. */
export interface SigningKey {
  readonly privateKey: Buffer
  readonly certificate: Buffer
}

const buffer = (bytes: Uint8Array) => Uint8Array.from(bytes).buffer

function nameOf(issuer: string): pkijs.RelativeDistinguishedNames {
  const parts = [
    [oid.commonName, issuer],
    [oid.organizationName, issuer],
  ] as const
  return new pkijs.RelativeDistinguishedNames({
    typesAndValues: parts.map(
      ([type, value]) => new pkijs.AttributeTypeAndValue({ type, value: new asn1js.Utf8String({ value }) }),
    ),
  })
}

/** An RSA key of 2048 bits with a certificate by itself, for twenty years. */
export async function createSigningKey(issuer: string, serial: Uint8Array, now: number): Promise<SigningKey> {
  const keys = await webcrypto.subtle.generateKey(
    { ...rsa, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) },
    true,
    ['sign', 'verify'],
  )
  const notAfter = new Date(now)
  notAfter.setUTCFullYear(notAfter.getUTCFullYear() + 20)
  const certificate = new pkijs.Certificate({
    version: 2,
    serialNumber: new asn1js.Integer({ valueHex: buffer(serial) }),
    issuer: nameOf(issuer),
    subject: nameOf(issuer),
    notBefore: new pkijs.Time({ type: 0, value: new Date(now) }),
    notAfter: new pkijs.Time({ type: 0, value: notAfter }),
    extensions: [
      new pkijs.Extension({
        extnID: oid.keyUsage,
        critical: true,
        // digitalSignature and nonRepudiation.
        extnValue: new asn1js.BitString({ valueHex: new Uint8Array([0xc0]).buffer, unusedBits: 6 }).toBER(),
      }),
    ],
  })
  await certificate.subjectPublicKeyInfo.importKey(keys.publicKey)
  await certificate.sign(keys.privateKey, 'SHA-256')
  return {
    privateKey: Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)),
    certificate: Buffer.from(certificate.toSchema().toBER()),
  }
}

/** Detached CMS over the bytes. */
async function signatureOf(bytes: Buffer, key: SigningKey): Promise<Buffer> {
  const certificate = pkijs.Certificate.fromBER(buffer(key.certificate))
  const privateKey = await webcrypto.subtle.importKey('pkcs8', buffer(key.privateKey), rsa, false, ['sign'])
  const digest = createHash('sha256').update(bytes).digest()
  const attribute = (type: string, value: unknown) => new pkijs.Attribute({ type, values: [value] })
  const signed = new pkijs.SignedData({
    version: 1,
    encapContentInfo: new pkijs.EncapsulatedContentInfo({ eContentType: oid.data }),
    signerInfos: [
      new pkijs.SignerInfo({
        version: 1,
        sid: new pkijs.IssuerAndSerialNumber({
          issuer: certificate.issuer,
          serialNumber: certificate.serialNumber,
        }),
        signedAttrs: new pkijs.SignedAndUnsignedAttributes({
          type: 0,
          attributes: [
            attribute(oid.contentType, new asn1js.ObjectIdentifier({ value: oid.data })),
            attribute(oid.messageDigest, new asn1js.OctetString({ valueHex: buffer(digest) })),
          ],
        }),
      }),
    ],
    certificates: [certificate],
  })
  await signed.sign(privateKey, 0, 'SHA-256')
  const content = new pkijs.ContentInfo({ contentType: oid.signedData, content: signed.toSchema(true) })
  return Buffer.from(content.toSchema().toBER())
}

/** Room for the signature, and a byte range whose digits are filled in when the file is there. */
export const signatureBytesMax = 4096
export const byteRangeDigits = 10
const byteRangePlaceholder = `/ByteRange [0 ${'9'.repeat(byteRangeDigits)} ${'9'.repeat(byteRangeDigits)} ${'9'.repeat(byteRangeDigits)}]`

function placeOf(pdf: Buffer, text: string): number {
  const at = pdf.indexOf(text, 0, 'latin1')
  if (at < 0) throw new Error(`the PDF has no place for ${text.slice(0, 20)}`)
  return at
}

/** Fills the signature into a PDF that was written with an empty one. */
export async function signPdf(unsigned: Buffer, key: SigningKey): Promise<Buffer> {
  const pdf = Buffer.from(unsigned)
  const contents = `<${'00'.repeat(signatureBytesMax)}>`
  const start = placeOf(pdf, contents)
  const end = start + contents.length
  const range = `/ByteRange [0 ${start} ${end} ${pdf.length - end}]`
  pdf.write(range.padEnd(byteRangePlaceholder.length), placeOf(pdf, byteRangePlaceholder), 'latin1')
  const signature = await signatureOf(Buffer.concat([pdf.subarray(0, start), pdf.subarray(end)]), key)
  if (signature.length > signatureBytesMax) throw new Error('the signature is larger than its place')
  pdf.write(signature.toString('hex'), start + 1, 'latin1')
  return pdf
}
