/** Member cards: what members see of them, and their administration. */
import { Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { KEY_USED_FOR_ANOTHER_REQUEST, NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, OneOf, OptionalText, Page, PageQuery } from '#kit/schema.ts'
import { managesCards } from './contract/access.ts'
import { CARD_CHANGED } from './contract/codes.ts'
import { cardFields, cardStatuses, ManagedCard, MemberCard, nameLengthMax, OpenedItem } from './contract/shapes.ts'

const ofCard = Type.Object({ id: Id })

export const cards = contract({
  memberCards: {
    method: 'GET',
    path: '/member-card',
    summary: 'The cards that the caller holds, then those on sale, the newest first',
    access: 'signed-in',
    query: PageQuery({}),
    response: Page(MemberCard),
    cacheSeconds: 0,
  },
  memberCard: {
    method: 'GET',
    path: '/member-card/{id}',
    summary:
      'A card that is on sale or owned by the caller; any card of the company for those who make them (COMMERCE-002)',
    access: 'signed-in',
    params: ofCard,
    response: MemberCard,
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  memberCardItems: {
    method: 'GET',
    path: '/member-card/{id}/item',
    summary: 'What the card opens now, of what the caller may see; `recordCount` counts all of it (COMMERCE-078)',
    access: 'signed-in',
    params: ofCard,
    query: PageQuery({}),
    response: Page(OpenedItem),
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },

  managedCards: {
    method: 'GET',
    path: '/managed-member-card',
    summary: 'The cards of the company, the newest first',
    access: managesCards,
    query: PageQuery({
      search: Type.Optional(OptionalText(nameLengthMax)),
      status: Type.Optional(OneOf(cardStatuses)),
    }),
    response: Page(ManagedCard),
    cacheSeconds: 0,
  },
  createCard: {
    method: 'POST',
    path: '/managed-member-card',
    summary: 'Makes a card as a draft. Header Idempotency-Key',
    access: managesCards,
    body: Body(cardFields),
    response: ofCard,
    errors: [KEY_USED_FOR_ANOTHER_REQUEST],
  },
  changeCard: {
    method: 'PUT',
    path: '/managed-member-card/{id}',
    summary: 'Changes a card. Who holds it keeps the end that they have',
    access: managesCards,
    params: ofCard,
    body: Body({ ...cardFields, revision: Type.Integer({ minimum: 1 }) }),
    response: Type.Object({ revision: Type.Integer() }),
    errors: [NOT_FOUND, CARD_CHANGED],
  },
  setCardStatus: {
    method: 'PUT',
    path: '/managed-member-card/{id}/status',
    summary: 'Puts a card on sale, or ends its sale',
    access: managesCards,
    params: ofCard,
    body: Body({ status: OneOf(['on-sale', 'ended'] as const) }),
    response: Done,
    errors: [NOT_FOUND],
  },
})
