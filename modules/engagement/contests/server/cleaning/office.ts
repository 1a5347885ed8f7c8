/** DOCX and PPTX: the parts with properties are emptied, and the authors of comments and changes have no names. */
import { strFromU8, strToU8, unzipSync, type Zippable, zipSync } from 'fflate'

const bytesMax = 600 * 1024 * 1024
const partsMax = 20_000

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const officeNames = 'http://schemas.openxmlformats.org/officeDocument/2006'
const emptyParts: Readonly<Record<string, string>> = {
  'docprops/core.xml': `${xml}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties"/>`,
  'docprops/app.xml': `${xml}<Properties xmlns="${officeNames}/extended-properties"/>`,
  'docprops/custom.xml': `${xml}<Properties xmlns="${officeNames}/custom-properties"/>`,
}

const wordParts = /^word\/(comments\w*|people|document|footnotes|endnotes|header\d*|footer\d*)\.xml$/i
const wordNames = /\b(w\d*:author|w\d*:initials|w\d*:userId)=("[^"]*"|'[^']*')/g
const changeTimes = /\b(w\d*:date|w\d*:dateUtc)=("[^"]*"|'[^']*')/g
/** `changesInfo` says who has edited which slide. */
const slideParts = /^ppt\/(commentAuthors|authors|changesInfos\/changesInfo\d*)\.xml$/i
const slideNames = /\b(name|initials|userId|providerId)=("[^"]*"|'[^']*')/g
const packed = /\.(png|jpe?g|gif|mp4|m4[av]|mp3|wmv|emf|wdp)$/i

/** Some programs keep the properties under a name of their own. */
const ownCore = /^package\/services\/metadata\/core-properties\/[^/]+\.psmdcp$/

/** Where a picture or template lay on the author's computer: the path has the account's name in it. */
const relations = /\.rels$/i
const localTargets = /\bTarget=("|')(?:file:|[a-z]:[\\/]|\\\\)[^"']*\1/gi
/** What programs keep beside the document, such as the fields of a cover page and of a company's library. */
const dataParts = /^customXml\/item\d*\.xml$/i

function cleanPart(name: string, bytes: Uint8Array): Uint8Array {
  const part = name.toLowerCase()
  const empty = emptyParts[ownCore.test(part) ? 'docprops/core.xml' : part]
  if (empty !== undefined) return strToU8(empty)
  if (relations.test(name)) return strToU8(strFromU8(bytes).replace(localTargets, 'Target="file:///-"'))
  if (dataParts.test(name)) return strToU8(strFromU8(bytes).replace(/>[^<]+</g, '><'))
  const names = wordParts.test(name) ? wordNames : slideParts.test(name) ? slideNames : undefined
  return names
    ? strToU8(strFromU8(bytes).replace(names, '$1="-"').replace(changeTimes, '$1="1980-01-01T00:00:00Z"'))
    : bytes
}

export function cleanOffice(bytes: Uint8Array): Uint8Array {
  let total = 0
  let count = 0
  const parts = unzipSync(bytes, {
    filter({ originalSize }) {
      total += originalSize
      count += 1
      if (total > bytesMax || count > partsMax) throw new Error('the document unpacks to too much')
      return true
    },
  })
  const made: Zippable = {}
  for (const [name, content] of Object.entries(parts))
    made[name] = [cleanPart(name, content), { level: packed.test(name) ? 0 : 6, mtime: '1980-01-01T00:00:00Z' }]
  return zipSync(made)
}
