import { strToU8 } from 'fflate'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { type PackageInfo, packages } from '../contract.ts'
import { type ArchiveFiles, archiveOf, scormManifest, uploadArchive } from './archives.fixture.ts'

const platform = testPlatform()
let author: BuiltMember
let colleague: BuiltMember
let manager: BuiltMember
let learner: BuiltMember

beforeAll(async () => {
  const companyId = await buildCompany(platform.db)
  author = await buildMember(platform.db, { companyId, roles: ['lecturer'] })
  colleague = await buildMember(platform.db, { companyId, roles: ['lecturer'] })
  manager = await buildMember(platform.db, { companyId, roles: ['admin'] })
  learner = await buildMember(platform.db, { companyId })
})

const sco = { 'index.html': '<p>第一课</p>' }
const one = scormManifest('1.2', '安全培训', [{ identifier: 'A', title: '第一课', href: 'index.html' }])

function upload(content: Buffer, member = author, name = 'package.zip') {
  return uploadArchive(content, { connection: platform.db, outside: platform.outside, member, name })
}

async function prepared(content: Buffer, kind?: 'scorm' | 'xapi' | 'cmi5' | 'h5p'): Promise<PackageInfo> {
  const calls = platform.client(packages, author)
  const { id } = await calls.createPackage({ body: { fileId: await upload(content), ...(kind && { kind }) } })
  await platform.runJobs()
  return calls.getPackage({ params: { id } })
}

const preparedFrom = (files: ArchiveFiles) => prepared(archiveOf(files))

/** The central directory's record of the first entry whose name begins so. */
function directoryRecord(archive: Buffer, name: string): number {
  for (
    let at = archive.indexOf('PK\x01\x02', 0, 'latin1');
    at >= 0;
    at = archive.indexOf('PK\x01\x02', at + 4, 'latin1')
  )
    if (archive.toString('utf8', at + 46, at + 46 + name.length) === name) return at
  throw new Error(`${name} is not in the directory`)
}

/** An archive of so many empty files, of which only the table of contents is written. */
function emptyFiles(count: number): Buffer {
  const local = Buffer.alloc(31)
  local.write('PK\x03\x04', 'latin1')
  local.writeUInt16LE(1, 26)
  local.write('a', 30)
  const records = Array.from({ length: count }, (_, index) => {
    const name = `f${index}.txt`
    const record = Buffer.alloc(46 + name.length)
    record.write('PK\x01\x02', 'latin1')
    record.writeUInt16LE(name.length, 28)
    record.write(name, 46)
    return record
  })
  const directory = Buffer.concat(records)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(local.length, 16)
  return Buffer.concat([local, directory, end])
}

describe('an uploaded archive', () => {
  it('becomes a package: its kind, its title and its units are known', async () => {
    const { id } = await platform.client(packages, author).createPackage({
      body: { fileId: await upload(archiveOf({ ...sco, 'imsmanifest.xml': one })) },
    })
    const before = await platform.client(packages, author).getPackage({ params: { id } })
    expect(before).toMatchObject({ state: 'preparing', kind: null, title: 'package', unitCount: 0 })
    expect(await refusal(platform.client(packages, author).previewPackage({ params: { id } }))).toMatchObject({
      errorCode: 380301,
    })
    await platform.runJobs()
    const after = await platform.client(packages, author).getPackage({ params: { id } })
    expect(after).toMatchObject({ state: 'ready', kind: 'scorm-1.2', title: '安全培训', unitCount: 1, entryCount: 2 })
  })

  it('is the same package when it is asked for twice', async () => {
    const fileId = await upload(archiveOf({ ...sco, 'imsmanifest.xml': one }))
    const calls = platform.client(packages, author)
    const first = await calls.createPackage({ body: { fileId } })
    expect((await calls.createPackage({ body: { fileId } })).id).toBe(first.id)
  })

  it.each([
    [
      'SCORM 2004',
      'scorm-2004',
      {
        ...sco,
        'imsmanifest.xml': scormManifest('2004', '课', [{ identifier: 'A', title: '一', href: 'index.html?x=1' }]),
      },
    ],
    [
      'xAPI',
      'xapi',
      {
        ...sco,
        'tincan.xml':
          '<tincan xmlns="http://projecttincan.com/tincan.xsd"><activities><activity id="https://example.com/a" type="http://adlnet.gov/expapi/activities/course"><name>课</name><launch lang="zh">index.html</launch></activity></activities></tincan>',
      },
    ],
    [
      'cmi5',
      'cmi5',
      {
        ...sco,
        'cmi5.xml':
          '<courseStructure xmlns="https://w3id.org/xapi/profiles/cmi5/v1/CourseStructure.xsd"><course id="https://example.com/c"><title><langstring lang="zh-CN">课</langstring></title></course><au id="https://example.com/au" moveOn="Passed" masteryScore="0.8"><title><langstring lang="en">Unit</langstring></title><url>index.html</url></au></courseStructure>',
      },
    ],
    [
      'H5P',
      'h5p',
      {
        'h5p.json':
          '{"title":"课","mainLibrary":"H5P.Demo","preloadedDependencies":[{"machineName":"H5P.Demo","majorVersion":"1","minorVersion":"0"}]}',
        'content/content.json': '{}',
        'H5P.Demo-1.0/library.json': '{}',
      },
    ],
  ] as const)('of %s is known by its manifest', async (_, kind, files) => {
    expect(await preparedFrom(files)).toMatchObject({ state: 'ready', kind, title: '课', unitCount: 1, reasons: [] })
  })

  it('may have a folder around everything, names in GBK, and references in other capitals', async () => {
    const manifest = scormManifest('1.2', '课', [{ identifier: 'A', title: '一', href: 'INDEX.html' }])
    const archive = archiveOf({
      'course/index.html': '<p></p>',
      'course/imsmanifest.xml': manifest,
      'course/xxxx.png': 'p',
    })
    // The name of the picture in GBK, without the mark of UTF-8: 课件.
    const gbk = Buffer.from([0xbf, 0xce, 0xbc, 0xfe])
    for (let at = archive.indexOf('xxxx'); at >= 0; at = archive.indexOf('xxxx')) gbk.copy(archive, at)
    const made = await prepared(archive)
    expect(made).toMatchObject({ state: 'ready', entryCount: 3 })
    const { rows } = await sql<{ path: string }>`
      select path from packages.entry where package_id = ${made.id}`.execute(platform.root)
    expect(rows.map(({ path }) => path).sort()).toEqual(['imsmanifest.xml', 'index.html', '课件.png'])
  })

  it('leaves out what no browser has use for', async () => {
    const files = { ...sco, 'imsmanifest.xml': one, 'setup.exe': 'MZ', 'run.php': '<?php', '__MACOSX/._a.html': 'x' }
    expect(await preparedFrom(files)).toMatchObject({ state: 'ready', entryCount: 2 })
  })
})

describe('an archive that is none, or hostile', () => {
  const good = { ...sco, 'imsmanifest.xml': one }
  const withName = (name: string) => ({ ...good, [name]: '<p></p>' })
  const tree = (href: string) => ({
    ...sco,
    'imsmanifest.xml': scormManifest('1.2', '课', [{ identifier: 'A', title: '一', href }]),
  })

  it.each([
    ['climbs out', withName('../../evil.html'), 'path-unsafe'],
    ['climbs out in the middle', withName('a/../../evil.html'), 'path-unsafe'],
    ['climbs out with backslashes', withName('a\\..\\..\\evil.html'), 'path-unsafe'],
    ['has an absolute path', withName('/etc/evil.html'), 'path-unsafe'],
    ['has a drive', withName('C:\\evil.html'), 'path-unsafe'],
    ['has controls in a name', withName('a\u0007.html'), 'path-unsafe'],
    ['has one path twice', { ...good, './index.html': '<p>other</p>' }, 'path-twice'],
    ['has no manifest', sco, 'manifest-missing'],
    ['has a manifest that is no XML', { ...sco, 'imsmanifest.xml': '<manifest><' }, 'manifest-unreadable'],
    [
      'has a manifest with entities of its own',
      { ...sco, 'imsmanifest.xml': `<!DOCTYPE m [<!ENTITY a "aaaa">]>${one}` },
      'manifest-unreadable',
    ],
    ['has a manifest of something else', { ...sco, 'imsmanifest.xml': '<other/>' }, 'manifest-unreadable'],
    ['opens what is not there', tree('missing.html'), 'launch-file-missing'],
    ['opens another site', tree('https://evil.example.com/'), 'path-unsafe'],
    ['opens a script address', tree('javascript:alert(1)'), 'path-unsafe'],
    ['opens what is left out', { ...tree('run.php'), 'run.php': '<?php' }, 'launch-file-missing'],
    [
      'has nothing to open',
      { ...sco, 'imsmanifest.xml': scormManifest('1.2', '课', [{ identifier: 'A', title: '一' }]) },
      'no-launchable-unit',
    ],
    [
      'is of a version to come',
      { ...sco, 'imsmanifest.xml': '<manifest><metadata><schemaversion>9.9</schemaversion></metadata></manifest>' },
      'version-unsupported',
    ],
    [
      'is H5P without its libraries',
      {
        'h5p.json':
          '{"mainLibrary":"H5P.Quiz","preloadedDependencies":[{"machineName":"H5P.Quiz","majorVersion":1,"minorVersion":1}]}',
        'content/content.json': '{}',
      },
      'h5p-libraries-missing',
    ],
  ] as const)('that %s is refused with a reason, and can be removed', async (_, files, code) => {
    const failed = await preparedFrom(files as ArchiveFiles)
    expect(failed).toMatchObject({ state: 'failed', unitCount: 0, reasons: [{ code }] })
    const calls = platform.client(packages, author)
    await calls.deletePackage({ params: { id: failed.id } })
    expect(await refusal(calls.getPackage({ params: { id: failed.id } }))).toMatchObject({ errorCode: 900005 })
  })

  it('with a link in it is refused', async () => {
    const link = [strToU8('/etc/passwd'), { os: 3, attrs: 0o120777 << 16 }] as never
    expect(await prepared(archiveOf(good, { 'passwd.html': link }))).toMatchObject({
      reasons: [{ code: 'path-unsafe' }],
    })
  })

  it('that would be larger than two gigabytes unpacked is refused before a byte is unpacked', async () => {
    const archive = archiveOf(withName('big.html'))
    archive.writeUInt32LE(0xf000_0000, directoryRecord(archive, 'big.html') + 24)
    expect(await prepared(archive)).toMatchObject({ reasons: [{ code: 'too-large', detail: 'big.html' }] })
  })

  it('that holds more than it says is refused', async () => {
    const archive = archiveOf({ ...good, 'bomb.html': 'a'.repeat(5_000_000) })
    archive.writeUInt32LE(10, directoryRecord(archive, 'bomb.html') + 24)
    expect(await prepared(archive)).toMatchObject({ state: 'failed', reasons: [{ code: 'archive-unreadable' }] })
  })

  it('with content that is not what it says by its sum is refused', async () => {
    const archive = archiveOf(good)
    archive.writeUInt32LE(1, directoryRecord(archive, 'index.html') + 16)
    expect(await prepared(archive)).toMatchObject({ reasons: [{ code: 'archive-unreadable', detail: 'index.html' }] })
  })

  it('that needs a password is refused', async () => {
    const archive = archiveOf(good)
    const at = directoryRecord(archive, 'index.html')
    archive.writeUInt16LE(archive.readUInt16LE(at + 8) | 1, at + 8)
    expect(await prepared(archive)).toMatchObject({ reasons: [{ code: 'archive-encrypted', detail: 'index.html' }] })
  })

  it('with more files than 20,000 is refused', async () => {
    expect(await prepared(emptyFiles(20_001))).toMatchObject({ reasons: [{ code: 'too-many-files' }] })
  })

  it('with more than 1,000 units is refused', async () => {
    const items = Array.from({ length: 1001 }, (_, index) => ({
      identifier: `I${index}`,
      title: '课',
      href: 'index.html',
    }))
    const failed = await preparedFrom({ ...sco, 'imsmanifest.xml': scormManifest('1.2', '课', items) })
    expect(failed).toMatchObject({ reasons: [{ code: 'manifest-too-large', detail: '1000' }] })
  })

  it('of another kind than was said is refused', async () => {
    expect(await prepared(archiveOf(good), 'h5p')).toMatchObject({
      reasons: [{ code: 'other-kind', detail: 'imsmanifest.xml' }],
    })
  })
})

describe('packages are shown', () => {
  it('to their authors, to who manages the courses of the company, and to nobody else', async () => {
    const { id } = await preparedFrom({ ...sco, 'imsmanifest.xml': one })
    const idsOf = async (member: BuiltMember) =>
      (await platform.client(packages, member).listPackages({ query: { pageSize: 100 } })).items.map((item) => item.id)
    expect(await idsOf(author)).toContain(id)
    expect(await idsOf(manager)).toContain(id)
    expect(await idsOf(colleague)).not.toContain(id)
    expect(await refusal(platform.client(packages, colleague).getPackage({ params: { id } }))).toMatchObject({
      errorCode: 900005,
    })
    expect(await refusal(platform.client(packages, colleague).previewPackage({ params: { id } }))).toMatchObject({
      errorCode: 900005,
    })
    expect(await refusal(platform.client(packages, colleague).deletePackage({ params: { id } }))).toMatchObject({
      errorCode: 900005,
    })
    const seen = await platform.client(packages, author).previewPackage({ params: { id } })
    expect(new URL(seen.launchUrl).origin).not.toBe(new URL(platform.outside.config.publicUrl).origin)
    expect(await refusal(platform.client(packages, learner).listPackages())).toMatchObject({ status: 403 })
    expect(await refusal(platform.client(packages, author).deletePackage({ params: { id } }))).toMatchObject({
      errorCode: 380303,
    })
  })

  it('newest first, in pages', async () => {
    const first = await platform.client(packages, author).listPackages({ query: { pageSize: 1 } })
    const second = await platform.client(packages, author).listPackages({ query: { pageSize: 1, page: 2 } })
    expect(first.recordCount).toBeGreaterThan(1)
    expect(first.items[0]?.createdAt).toBeGreaterThanOrEqual(second.items[0]?.createdAt ?? Number.POSITIVE_INFINITY)
    expect(first.items[0]?.id).not.toBe(second.items[0]?.id)
  })

  it('only where the file is an archive, and the own', async () => {
    const fileId = await upload(archiveOf({ ...sco, 'imsmanifest.xml': one }), colleague)
    const refused = await refusal(platform.client(packages, author).createPackage({ body: { fileId } }))
    expect(refused).toMatchObject({ status: 422, errorCode: 380302 })
  })
})
