/** Health checks of storage and of the conversion programs. */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, statfs } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { v7 as uuid } from 'uuid'
import { type HealthAnswer, healthCheck } from '#modules/platform/operations/server.ts'
import type { Outside } from '#server/outside.ts'
import { installedComponents, type OfficeComponent, officeComponents } from './office-components.ts'
import { findProgram } from './programs.ts'

const askMs = 4000
const gigabyte = 1024 ** 3
const freeBytesMin = 5 * gigabyte

/** The first line of the program's version output, or its error. */
async function versionOf(program: string, argument: string): Promise<string> {
  const { stdout } = await promisify(execFile)(program, [argument], { timeout: askMs })
  return stdout.split('\n')[0]?.trim() ?? ''
}

async function encodersOf(program: string): Promise<string> {
  const { stdout } = await promisify(execFile)(program, ['-hide_banner', '-encoders'], { timeout: askMs })
  return stdout
}

async function checkFfmpeg({ config }: Outside): Promise<HealthAnswer> {
  const program = await findProgram(config.programs.ffmpeg)
  if (program === undefined) {
    const advice = {
      cn: '未找到 ffmpeg：视频按原文件播放，不转码、不加密。在服务器上安装 ffmpeg（Debian/Ubuntu：apt install ffmpeg），或用 FFMPEG_PATH 指定位置',
      en: 'ffmpeg was not found: videos are played as they are, neither converted nor encrypted. Install it on the server (Debian/Ubuntu: apt install ffmpeg) or say where it is with FFMPEG_PATH',
    }
    return { state: 'off', facts: {}, advice }
  }
  const [version, encoders] = await Promise.all([versionOf(program, '-version'), encodersOf(program)])
  const facts = { path: program, version: /version (\S+)/.exec(version)?.[1] ?? version }
  if (/\blibx264\b/.test(encoders) && /\baac\b/.test(encoders)) return { state: 'ok', facts }
  const advice = {
    cn: '这个 ffmpeg 没有 libx264 或 aac 编码器，视频无法转换。请安装完整版',
    en: 'This ffmpeg has no encoder libx264 or aac, so videos cannot be converted. Install a full build',
  }
  return { state: 'warning', facts, advice }
}

async function checkOffice({ config }: Outside): Promise<HealthAnswer> {
  const program = await findProgram(config.programs.soffice)
  if (program === undefined) {
    const advice = {
      cn: '未找到 LibreOffice：Office 文档只能下载，不能在线预览。在服务器上安装 LibreOffice（Debian/Ubuntu：apt install libreoffice），或用 SOFFICE_PATH 指定位置',
      en: 'LibreOffice was not found: office files can be downloaded, not previewed. Install it on the server (Debian/Ubuntu: apt install libreoffice) or say where it is with SOFFICE_PATH',
    }
    return { state: 'off', facts: {}, advice }
  }
  const version = await versionOf(program, '--version')
  const facts = { path: program, version: /\d+(?:\.\d+)+/.exec(version)?.[0] ?? version }
  const installed = await installedComponents(program)
  if (installed === undefined) return { state: 'ok', facts }
  const missing = officeComponents.filter((component) => !installed.includes(component))
  const components = installed.map(({ name }) => name).join(', ') || '–'
  if (missing.length === 0) return { state: 'ok', facts: { ...facts, components } }
  return { state: 'warning', facts: { ...facts, components }, advice: officeAdvice(missing) }
}

function officeAdvice(missing: readonly OfficeComponent[]) {
  const names = missing.map(({ name }) => name)
  const extensions = missing.flatMap((component) => component.extensions)
  const command = `apt install ${missing.map((component) => component.package).join(' ')}`
  return {
    cn: `LibreOffice 缺少组件 ${names.join('、')}：${extensions.join('、')} 文件只能下载，不能在线预览。在服务器上安装缺少的组件（Debian/Ubuntu：${command}）`,
    en: `LibreOffice has no ${names.join(', no ')}: ${extensions.join(', ')} files can be downloaded, not previewed. Install what is missing on the server (Debian/Ubuntu: ${command})`,
  }
}

/** Writes, reads and deletes a few bytes, like an upload. */
async function checkStorage({ config, storage }: Outside): Promise<HealthAnswer> {
  const key = uuid()
  const bytes = randomBytes(1024)
  const startedAt = performance.now()
  try {
    await storage.put(key, bytes)
    const read = await buffer(await storage.get(key))
    if (!read.equals(bytes)) throw new Error('what was read is not what was written')
  } finally {
    await storage.delete(key)
  }
  const answerMs = Math.round(performance.now() - startedAt)
  await mkdir(config.files.directory, { recursive: true })
  const disk = await statfs(config.files.directory)
  const freeBytes = disk.bavail * disk.bsize
  const facts = { store: storage.kind, answerMs, freeBytes }
  if (freeBytes >= freeBytesMin) return { state: 'ok', facts }
  const advice = {
    cn: '磁盘剩余空间不足 5 GB，上传可能失败。请清理磁盘或扩容',
    en: 'Less than 5 GB of the disk is free, so uploads may fail. Free some space or add some.',
  }
  return { state: 'warning', facts, advice }
}

export const healthChecks = [
  healthCheck({ name: 'storage', label: { cn: '文件存储', en: 'File storage' }, order: 30, check: checkStorage }),
  healthCheck({
    name: 'ffmpeg',
    label: { cn: '视频转换（ffmpeg）', en: 'Video conversion (ffmpeg)' },
    order: 40,
    check: checkFfmpeg,
  }),
  healthCheck({
    name: 'libreoffice',
    label: { cn: '文档转换（LibreOffice）', en: 'Document conversion (LibreOffice)' },
    order: 50,
    check: checkOffice,
  }),
]
