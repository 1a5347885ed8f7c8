/** Addresses of shared items. Pure functions, so that screens of other modules and tests use the same rules. */
import type { BusinessType, ShareChannel } from '../contract.ts'

export interface ShareItem extends Shared {
  readonly title: string
  readonly summary?: string
  /** The address of its picture, from `pictureUrl`. */
  readonly picture?: string
  /** Whoever has the link may open it, without an account. Courses, subjects, paths and live sessions ask for one. */
  readonly isPublic?: boolean
}

export interface Shared {
  readonly id: string
  readonly type: BusinessType
}

/** The link that members send: `#/share/{id}/{type}[/{memberId}/{channel}]` (SYSTEM-016). */
export function shareLink(
  origin: string,
  { id, type }: Shared,
  from?: { memberId: string; channel: ShareChannel },
): string {
  return `${origin}/#/share/${id}/${type}${from ? `/${from.memberId}/${from.channel}` : ''}`
}

export interface QrLink extends Shared {
  readonly organizationId: string
  /** For a sign-in (type 8): its id, and the time at which the code was shown. */
  readonly sign?: { readonly signId: string; readonly timeStamp: number }
  /** For a stage of a path (type 17): the path. */
  readonly parentId?: string
}

/** The link in the QR code of an item (SYSTEM-134 to SYSTEM-136). */
export function qrLink(origin: string, { id, type, organizationId, sign, parentId }: QrLink): string {
  const query = new URLSearchParams({ businessType: String(type), businessId: id, organization: organizationId })
  if (type === 8 && sign) {
    query.set('signId', sign.signId)
    query.set('timeStamp', String(sign.timeStamp))
  }
  if (type === 17 && parentId !== undefined) query.set('parentId', parentId)
  return `${origin}/pc/share?${query}`
}

/** The business type of a live session in its QR code (SYSTEM-137). */
export function liveBusinessType(supplier: number): BusinessType {
  return supplier === 3 ? 15 : 5
}

/**
 * Whether a QR code holds the short link. Sign-in codes expire too soon, and other texts stay as they are (SYSTEM-129).
 */
export function isShortened(text: string): boolean {
  return /^https?:/i.test(text) && !/[?&]signId=/.test(text)
}

/** The screen of a shared item, by its type (SYSTEM-139); undefined for an unknown type. */
export function sharedPath(type: number, id: string, parameters: URLSearchParams): string | undefined {
  const query = parameters.size > 0 ? `?${parameters}` : ''
  const content = () => {
    const wanted = new URLSearchParams({ id, shareId: id })
    // SYSTEM-138: type 14 also names the member and the source.
    if (type === 14) for (const name of ['memberId', 'source']) wanted.set(name, parameters.get(name) ?? '')
    return `/share-content-detail?${wanted}`
  }
  const pages: Readonly<Record<number, () => string>> = {
    1: () => `/study/course/detail/${id}${query}`,
    2: () => `/study/subject/detail/${id}${query}`,
    3: () => `/exam/exam/answer-paper/${id}${query}`,
    4: () => `/exam/research-activity/index/${id}${query}`,
    5: () => `/activity/gensee/detail/${id}${query}`,
    6: () => `/train-new/class-detail/${id}${query}`,
    // The code of a class lottery names the lottery itself; its own kind of code joins it.
    7: () => `/lottery/${id}${query}`,
    8: () => `/train-new/class-detail/${id}${query}`,
    9: () => `/train-new/class-detail/${id}${query}`,
    10: () => `/lottery/attendance/${id}${query}`,
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

/** Whether the company excludes the business type from sharing: `3,4` in its switch (SHELL-044). */
export function isBlacklisted(config: Readonly<Record<string, unknown>>, type: BusinessType): boolean {
  return String(config.blackList ?? '')
    .split(/[,，\s]+/)
    .includes(String(type))
}

/** The channels that the company allows; none while sharing is off (SYSTEM-142 to SYSTEM-144). */
export function channelsOf(config: Readonly<Record<string, unknown>>): readonly ShareChannel[] {
  if (!isOn(config.switchOpen)) return []
  const flagged = (['weChat', 'qq', 'blog', 'ask', 'shareSwitchKnowledge'] as const).filter((name) =>
    isOn(config[name]),
  )
  return [...flagged, 'poster', 'copy']
}

/** The apps in which colleagues talk. They need no switch of their own, as copying the link does not. */
export const workApps = ['weCom', 'feishu', 'dingTalk'] as const
export type WorkApp = (typeof workApps)[number]

/** Services that show a link to the world: for what the world may open. */
const publicChannels: readonly ShareChannel[] = ['qq', 'blog']

/** The channels of an item among those that the company allows. */
export function channelsFor({ isPublic = false }: Pick<ShareItem, 'isPublic'>, allowed: readonly ShareChannel[]) {
  return allowed.filter((channel) => isPublic || !publicChannels.includes(channel))
}

/**
 * The address that opens a link inside the app, from where its own menu forwards it; both are documented for everybody
 * (open.feishu.cn “打开端内 web-view”, open.dingtalk.com “统一跳转协议”). WeCom has none: its `shareAppMessage` answers
 * only inside WeCom, to a page that the company's own app has signed.
 */
export function workAppAddress(app: Exclude<WorkApp, 'weCom'>, link: string): string {
  const url = encodeURIComponent(link)
  return app === 'feishu'
    ? `https://applink.feishu.cn/client/web_url/open?mode=window&url=${url}`
    : `dingtalk://dingtalkclient/page/link?url=${url}`
}

/** The share page of the service, if it has one (SYSTEM-148). */
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
