/** Where a question comes from, as the link to the form says it; the server checks it again. */
import { idPattern } from '#kit/schema.ts'
import { type Source, screenPath } from '../../contract/shapes.ts'

const numberOf = (typed: string | null): number | null =>
  typed !== null && /^\d{1,6}$/.test(typed) ? Number(typed) : null
const linkForm = new RegExp(screenPath)

/** The way back: to the second or the page of the section, which its screen begins with. */
export function backTo({ link, sectionId, second, page }: Source): string {
  const place = second !== null ? `second=${second}` : page !== null ? `page=${page}` : undefined
  if (sectionId === null || place === undefined) return link
  return `${link}${link.includes('?') ? '&' : '?'}${place}`
}

/** `?from=/study/…&businessType=1&businessId=…&second=75&name=…`; null where a part is missing or is none of ours. */
export function sourceOf(params: URLSearchParams): Source | null {
  const [link, businessId, title] = [params.get('from') ?? '', params.get('businessId') ?? '', params.get('name') ?? '']
  const businessType = numberOf(params.get('businessType'))
  const sectionId = params.get('sectionId')
  if (!linkForm.test(link) || !idPattern.test(businessId) || title.trim() === '' || businessType === null) return null
  return {
    ...{ businessType, businessId, link, title: title.trim().slice(0, 200) },
    sectionId: sectionId !== null && idPattern.test(sectionId) ? sectionId : null,
    second: numberOf(params.get('second')),
    page: numberOf(params.get('page')),
  }
}
