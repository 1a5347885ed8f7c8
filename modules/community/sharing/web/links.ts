/** Addresses of what is shared. Pure, so that servers of other modules' screens and tests read the same rules. */
import type { BusinessType, ShareChannel } from '../contract.ts'

export interface ShareItem extends Shared {
  readonly title: string
  readonly summary?: string
  /** The address of its picture, as `pictureUrl` answers it. */
  readonly picture?: string
}

export interface Shared {
  readonly id: string
  readonly type: BusinessType
}

/** `#/share/{id}/{type}[/{memberId}/{channel}]`: what is passed round (SYSTEM-016). */
export function shareLink(
  origin: string,
  { id, type }: Shared,
  from?: { memberId: string; channel: ShareChannel },
): string {
  return `${origin}/#/share/${id}/${type}${from ? `/${from.memberId}/${from.channel}` : ''}`
}

export interface QrLink extends Shared {
  readonly organizationId: string
  /** Of a sign-in (type 8): which one, and when the code was shown. */
  readonly sign?: { readonly signId: string; readonly timeStamp: number }
  /** Of a stage of a path (type 17): the path. */
  readonly parentId?: string
}

/** What a QR code about a thing says (SYSTEM-134 to SYSTEM-136). */
export function qrLink(origin: string, { id, type, organizationId, sign, parentId }: QrLink): string {
  const query = new URLSearchParams({ businessType: String(type), businessId: id, organization: organizationId })
  if (type === 8 && sign) {
    query.set('signId', sign.signId)
    query.set('timeStamp', String(sign.timeStamp))
  }
  if (type === 17 && parentId !== undefined) query.set('parentId', parentId)
  return `${origin}/pc/share?${query}`
}

/** The business type of a live in its QR code (SYSTEM-137). */
export function liveBusinessType(supplier: number): BusinessType {
  return supplier === 3 ? 15 : 5
}

/** A QR code of a link holds its short form; a sign-in's is too short-lived for one, and other texts stay (SYSTEM-129). */
export function isShortened(text: string): boolean {
  return /^https?:/i.test(text) && !/[?&]signId=/.test(text)
}

/** Where a shared thing is shown, by its type (SYSTEM-139); undefined for a type that there is not. */
export function sharedPath(type: number, id: string, carried: URLSearchParams): string | undefined {
  const query = carried.size > 0 ? `?${carried}` : ''
  const content = () => {
    const wanted = new URLSearchParams({ id, shareId: id })
    // SYSTEM-138: type 14 also says whose it was and where it comes from.
    if (type === 14) for (const name of ['memberId', 'source']) wanted.set(name, carried.get(name) ?? '')
    return `/share-content-detail?${wanted}`
  }
  const pages: Readonly<Record<number, () => string>> = {
    1: () => `/study/course/detail/${id}${query}`,
    2: () => `/study/subject/detail/${id}${query}`,
    3: () => `/exam/exam/answer-paper/${id}${query}`,
    4: () => `/exam/research-activity/index/${id}${query}`,
    5: () => `/activity/gensee/detail/${id}${query}`,
    6: () => `/train-new/class-detail/${id}${query}`,
    7: () => `/train-new/class-detail/${id}${query}`,
    8: () => `/train-new/class-detail/${id}${query}`,
    9: () => `/train-new/class-detail/${id}${query}`,
    10: () => `/lottery/${id}${query}`,
    11: () => `/knowledge/detail/${id}${query}`,
    12: () => `/ask/question/detail/${id}${query}`,
    13: () => `/ask/topic/detail/${id}${query}`,
    14: content,
    15: () => `/live/detail/${id}${query}`,
    16: content,
    17: () => `/branch-post-learning-detail/${id}${query}`,
  }
  return pages[type]?.()
}

const isOn = (value: unknown) => String(value) === '1'

/** The business types that are never shared: `3,4` in the company's switch (SHELL-044). */
export function isBlacklisted(config: Readonly<Record<string, unknown>>, type: BusinessType): boolean {
  return String(config.blackList ?? '')
    .split(/[,，\s]+/)
    .includes(String(type))
}

/** The channels that the company allows; none at all where sharing is off (SYSTEM-142 to SYSTEM-144). */
export function channelsOf(config: Readonly<Record<string, unknown>>): readonly ShareChannel[] {
  if (!isOn(config.switchOpen)) return []
  const flagged = (['weChat', 'qq', 'blog', 'ask', 'shareSwitchKnowledge'] as const).filter((name) =>
    isOn(config[name]),
  )
  return [...flagged, 'poster', 'copy']
}

/** The share pages of the services that have one (SYSTEM-148). */
export function servicePage(
  channel: 'qq' | 'blog',
  { link, title, picture }: { link: string; title: string; picture?: string },
): string {
  if (channel === 'qq') {
    const query = new URLSearchParams({ url: link, title, ...(picture && { pics: picture }) })
    return `https://sns.qzone.qq.com/cgi-bin/qzshare/cgi_qzshare_onekey?${query}`
  }
  const query = new URLSearchParams({ url: link, title, ...(picture && { pic: picture }) })
  return `https://service.weibo.com/share/share.php?${query}`
}
