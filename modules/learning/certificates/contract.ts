/** Certificates: its calls. Imports kit/ and typebox only, for both sides read it. */
import { Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, Instant, Nullable, OptionalTitle, Page, PageQuery, Text, Title } from '#kit/schema.ts'
import { managesCertificates } from './contract/access.ts'
import { complianceCalls } from './contract/compliance.ts'
import {
  ALREADY_CERTIFIED,
  Certificate,
  NOT_CURRENT,
  PLACEHOLDER_UNKNOWN,
  RENEWAL_TOO_EARLY,
  ShownCertificate,
  TEMPLATE_CHANGED,
  TEMPLATE_NAME_TAKEN,
  TEMPLATE_NOT_OFFERED,
  Template,
  templateFields,
  Validity,
} from './contract/shapes.ts'

/** For modules whose items earn a certificate. */
export { TEMPLATE_NOT_OFFERED, Validity } from './contract/shapes.ts'

const idParams = Type.Object({ id: Id })

/** Letters and digits that are not mistaken for each other. */
const Code = Type.String({ pattern: '^[2-9a-hjkmnp-z]{24}$' })
const pdfTimeoutMs = 60_000

export const certificates = contract({
  ...complianceCalls,
  offeredTemplates: {
    method: 'GET',
    path: '/certificates/templates/offered',
    summary: 'The certificates that an author may let an item earn, by name',
    access: 'signed-in',
    response: Type.Object({ items: Type.Array(Type.Object({ id: Id, name: Type.String() })) }),
  },
  listTemplates: {
    method: 'GET',
    path: '/certificates/templates',
    summary: 'The templates, the newest first, with how many certificates there are of each',
    access: managesCertificates,
    query: PageQuery({}),
    response: Page(Template),
    cacheSeconds: 0,
  },
  createTemplate: {
    method: 'POST',
    path: '/certificates/templates',
    summary: 'Make a template',
    access: managesCertificates,
    body: Body(templateFields),
    response: Type.Object({ id: Id }),
    errors: [PLACEHOLDER_UNKNOWN, RENEWAL_TOO_EARLY, TEMPLATE_NAME_TAKEN],
  },
  changeTemplate: {
    method: 'PUT',
    path: '/certificates/templates/{id}',
    summary: 'Change a template for the certificates to come; those that were given keep their words',
    access: managesCertificates,
    params: idParams,
    body: Body({ ...templateFields, revision: Type.Integer({ minimum: 0 }) }),
    response: Type.Object({ revision: Type.Integer() }),
    errors: [NOT_FOUND, PLACEHOLDER_UNKNOWN, RENEWAL_TOO_EARLY, TEMPLATE_NAME_TAKEN, TEMPLATE_CHANGED],
  },
  previewTemplate: {
    method: 'POST',
    path: '/certificates/templates/preview',
    summary: 'A specimen PDF of a template as it is being written',
    access: managesCertificates,
    noDryRun: 'stream',
    body: Body(templateFields),
    response: Type.Unknown(),
    errors: [PLACEHOLDER_UNKNOWN],
    kind: 'stream',
    outside: true,
    timeoutMs: pdfTimeoutMs,
  },
  myCertificates: {
    method: 'GET',
    path: '/certificates/mine',
    summary: "The caller's certificates, newest first; replaced ones only where they are asked for",
    access: 'signed-in',
    query: PageQuery({ all: Type.Optional(Type.Boolean()) }),
    response: Page(Certificate),
    cacheSeconds: 0,
  },
  shownCertificates: {
    method: 'GET',
    path: '/certificates/shown',
    summary: 'What a colleague shows of their certificates on the own homepage: those that still hold, newest first',
    access: 'signed-in',
    query: PageQuery({ memberId: Id }),
    response: Page(ShownCertificate),
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  showCertificate: {
    method: 'PUT',
    path: '/certificates/{id}/shown',
    summary:
      'Show a certificate of the caller on the own homepage, or hide it; one that was revoked or replaced is not shown',
    access: 'signed-in',
    params: idParams,
    body: Body({ isShown: Type.Boolean() }),
    response: Done,
    errors: [NOT_FOUND, NOT_CURRENT],
  },
  certificateDetail: {
    method: 'GET',
    path: '/certificates/{id}',
    summary: 'A certificate and those before and after it, for its holder and for administrators',
    access: 'signed-in',
    params: idParams,
    response: Type.Object({ ...Certificate.properties, history: Type.Array(Certificate) }),
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  certificatePdf: {
    method: 'POST',
    path: '/certificates/{id}/pdf',
    summary: 'Where its holder, or an administrator, loads the PDF; it is made when it is first asked for',
    access: 'signed-in',
    noDryRun: 'outside',
    params: idParams,
    response: Type.Object({ url: Type.String(), name: Type.String(), sha256: Type.String() }),
    errors: [NOT_FOUND],
    outside: true,
    timeoutMs: pdfTimeoutMs,
  },
  certificateBadge: {
    method: 'POST',
    path: '/certificates/{id}/badge',
    summary: 'The certificate as an Open Badge 3.0 (VC-JWT), for its holder and for administrators',
    access: 'signed-in',
    noDryRun: 'stream',
    params: idParams,
    response: Type.Unknown(),
    errors: [NOT_FOUND, NOT_CURRENT],
    kind: 'stream',
    outside: true,
  },
  manageCertificates: {
    method: 'GET',
    path: '/certificates/page',
    summary: 'All certificates of the company, newest first, by holder, number, template and validity',
    access: managesCertificates,
    query: PageQuery({
      search: Type.Optional(Type.String({ maxLength: 60 })),
      templateId: Type.Optional(Id),
      validity: Type.Optional(Validity),
    }),
    response: Page(Certificate),
    cacheSeconds: 0,
  },
  grantCertificate: {
    method: 'POST',
    path: '/certificates',
    summary: 'Give a certificate by hand, for what was learnt elsewhere',
    access: managesCertificates,
    body: Body({ templateId: Id, memberId: Id, itemName: Title(120), finishedAt: Type.Optional(Instant) }),
    onSelf: { refused: ['body.memberId'] },
    response: Type.Object({ id: Id }),
    errors: [NOT_FOUND, TEMPLATE_NOT_OFFERED, ALREADY_CERTIFIED],
  },
  revokeCertificate: {
    method: 'POST',
    path: '/certificates/{id}/revoke',
    summary: 'Revoke a certificate; its public page shows it at once, and its holder gets the reason',
    access: managesCertificates,
    params: idParams,
    body: Body({ reason: Text(200) }),
    onSelf: { allowed: 'It only takes away.' },
    response: Done,
    errors: [NOT_FOUND, NOT_CURRENT],
  },
  reissueCertificate: {
    method: 'POST',
    path: '/certificates/{id}/reissue',
    summary: 'Replace a certificate by one with other words: a corrected name, the template as it is now',
    access: managesCertificates,
    params: idParams,
    body: Body({
      reason: Text(200),
      holderName: Type.Optional(Title(60)),
      itemName: Type.Optional(OptionalTitle(120)),
    }),
    onSelf: { refusedByRow: 'a certificate of the caller' },
    response: Type.Object({ id: Id }),
    errors: [NOT_FOUND, NOT_CURRENT],
  },
  verifyCertificate: {
    method: 'GET',
    path: '/certificates/verify/{code}',
    summary: 'What a certificate certifies, for whoever has its code; the holder’s name is masked',
    access: 'public',
    params: Type.Object({ code: Code }),
    response: Type.Object({
      ...Type.Pick(Certificate, [
        ...(['number', 'validity', 'design', 'titleCn', 'titleEn', 'issuerCn', 'itemName'] as const),
        ...(['issuedAt', 'finishedAt', 'expiresAt', 'revokedAt'] as const),
      ]).properties,
      issuerEn: Type.String(),
      maskedName: Type.String(),
      /** SHA-256 of the PDF, in hex, where it has been made: a file with another was changed. */
      sha256: Nullable(Type.String()),
    }),
    errors: [NOT_FOUND],
    rate: { max: 60, windowSeconds: 60 },
    cacheSeconds: 0,
  },
})
