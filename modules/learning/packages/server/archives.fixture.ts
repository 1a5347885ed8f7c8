/** Packages for tests: archives of a few files, uploaded, prepared and opened as the product does it. */
import { strToU8, type Zippable, zipSync } from 'fflate'
import { storeFile } from '#modules/platform/files/server.ts'
import type { Connection } from '#server/db/connection.ts'
import type { Outside } from '#server/outside.ts'

export type ArchiveFiles = Readonly<Record<string, string | Uint8Array>>

export function archiveOf(files: ArchiveFiles, options: Zippable = {}): Buffer {
  const entries = Object.entries(files).map(([path, content]) => [
    path,
    typeof content === 'string' ? strToU8(content) : content,
  ])
  return Buffer.from(zipSync({ ...(Object.fromEntries(entries) as Zippable), ...options }))
}

export interface Uploaded {
  readonly connection: Connection
  readonly outside: Outside
  readonly member: { readonly id: string; readonly companyId: string }
  readonly name?: string
}

export async function uploadArchive(content: Buffer, { connection, outside, member, name }: Uploaded): Promise<string> {
  const input = { companyId: member.companyId, ownerId: member.id, kind: 'package', now: outside.clock.now() } as const
  const file = await storeFile(connection, outside, { ...input, name: name ?? 'package.zip', content })
  return file.id
}

export interface ScoInput {
  readonly identifier: string
  readonly title: string
  readonly href?: string
  /** Inside its `<item>`. */
  readonly more?: string
  readonly children?: readonly ScoInput[]
}

const schemas = {
  '1.2':
    'xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2"',
  '2004':
    'xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3" xmlns:imsss="http://www.imsglobal.org/xsd/imsss"',
} as const

export function scormManifest(version: '1.2' | '2004', title: string, items: readonly ScoInput[]): string {
  const type = version === '1.2' ? 'adlcp:scormtype' : 'adlcp:scormType'
  const item = ({ identifier, title: name, href, more = '', children = [] }: ScoInput): string =>
    `<item identifier="${identifier}"${href === undefined ? '' : ` identifierref="R-${identifier}"`}>` +
    `<title>${name}</title>${more}${children.map(item).join('')}</item>`
  const resource = ({ identifier, href, children = [] }: ScoInput): string =>
    (href === undefined
      ? ''
      : `<resource identifier="R-${identifier}" type="webcontent" ${type}="sco" href="${href}"><file href="${href}"/></resource>`) +
    children.map(resource).join('')
  return `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="M" version="1" ${schemas[version]}>
<metadata><schema>ADL SCORM</schema><schemaversion>${version === '1.2' ? '1.2' : '2004 4th Edition'}</schemaversion></metadata>
<organizations default="O"><organization identifier="O"><title>${title}</title>${items.map(item).join('')}</organization></organizations>
<resources>${items.map(resource).join('')}</resources>
</manifest>`
}
