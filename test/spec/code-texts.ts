/** How the rows of docs/spec/codes.tsv are compared with the texts of the product; what was decided row by row. */

/** Rows that name a case or a range instead of a number: the numbers that the product has given them. */
export const numbersOfCases: Readonly<Record<string, readonly number[]>> = {
  '2000035-2000037': [2000035, 2000036, 2000037],
  '7010xx:no-recharge-permission': [701014],
}

/** What the table gives no text for, or only the beginning of several. */
export const textPatterns: Readonly<Record<string, { readonly cn: RegExp; readonly en: RegExp }>> = {
  // The table says that the meaning is not given (SHELL-105).
  30207: { cn: /^该内容已下架$/, en: /^This item has been taken down$/i },
  // One beginning, and after it what the upload lacks (SYSTEM-108, SYSTEM-109).
  '2000035-2000037': { cn: /^上传异常：./, en: /^upload problem: ./i },
}

/**
 * A refusal's `meaning_en` says what a code means, not how an English screen words it; the requirements quote the Chinese
 * text alone. So the screens say it in a sentence of their own where the table has only a few words. These sentences are
 * reviewed here; every other English text is compared with the table letter for letter.
 */
export const englishTexts: Readonly<Record<string, string>> = {
  default: 'Operation failed, please try again later',
  190000: 'You are not a member of this branch, or are disabled',
  190001: 'The branch is deleted or not published',
  // The placeholders of the Chinese text; the table's English has none.
  'dict.import-row-column': 'Import error at row {row}, column {column}',
  // The table says "dash word: none".
  'ui.none': 'None',
  'ui.cancel-confirm': 'Cancel this live session?',
  'ui.republish-confirm': 'Republish this live session?',
  'ui.live-request-timeout':
    'The live session could not be started in time. Retry, or start it from “My live sessions”.',
  'ui.live-not-enabled': 'Live sessions are not enabled yet',
  'ui.avatar-too-large': 'The avatar must not exceed 3 MB',
  'ui.circle-admin-only': 'Only circle administrators can share',
  100316: 'The live session has ended',
  40316: 'The live session has ended',
  100315: 'The start time has passed, so the live session cannot be published',
  40327: 'The start time has passed, so the live session cannot be published',
  100313: 'The third-party live session does not exist',
  40324: 'The lecturer of a live session cannot be deleted',
  100321: 'The live cloud request failed',
  100326: 'This operation is not allowed',
  40312: 'A live session with this name already exists',
  100312: 'A live session with this name already exists',
  40326: 'You have no access to this live session',
  100309: 'You have no access to this live session',
  40328: 'The live service is unavailable',
  100033: 'The live session has been canceled',
  100308: 'The live session is not published, or has been revoked',
  100318: 'The live session does not exist',
  100319: 'The live service has expired',
  100411: 'The live provider does not exist',
  100323: 'The company’s live service failed',
  30142: 'You have no access to this exam',
  30148: 'Pass the exam before viewing the details',
  34008: 'The exam was reset by an administrator',
  39011: 'The paper can be viewed when the exam has ended or you have passed',
  39012: 'The paper can be viewed when the exam has ended or you have passed',
  39013: 'The paper can be viewed when the exam has ended or you have passed',
  60131: 'The class is closed',
  60139: 'The class has been canceled',
  64104: 'The class does not exist',
  60201: 'You are not a lecturer, or are disabled as one',
  10202: 'You have already reported this',
  10203: 'The reported item no longer exists',
  70120: 'This title is already used',
  70303: 'You are already an expert',
  70304: 'You are not an expert',
  70306: 'The expert account is frozen',
  70307: 'The expert account is frozen',
  700530: 'The item limit is reached',
  700531: 'The item limit is reached',
  13003: 'You cannot reward twice',
  13002: 'Rewards are disabled',
  21901: 'The limit of receiving addresses is reached',
  21902: 'You have no right to this address',
  85005: 'The probabilities must total 1',
  85006: 'At least one thank-you prize is needed',
  86004: 'The daily limit of draws is reached',
  86005: 'You are not qualified for this draw',
  86015: 'You are not a participant',
  86016: 'You have already joined by QR code',
  2000210: 'At most 10 invoice profiles can be saved',
  2000212: 'At most 10 addresses can be saved',
}

/** Open reactions that were decided otherwise than the table proposes. */
export const decidedReactions: Readonly<Record<string, { readonly reaction: string; readonly because: string }>> = {
  90903: {
    reaction: 'error page',
    because: 'IDENTITY-087 is open: the sign-in is refused with 422, and the member-limit page says so',
  },
}

/**
 * Messages that are not said under their own key: the texts, by module, that screens or refusals say in their place. Each
 * must read as the table says.
 */
export const saidElsewhere: Readonly<Record<string, { readonly module: string; readonly key: string }>> = {
  'dict.password-wrong-2-left': { module: 'identity', key: 'errors.20171' },
  'dict.password-wrong-1-left': { module: 'identity', key: 'errors.20172' },
  'dict.account-locked': { module: 'identity', key: 'errors.20173' },
  'dict.code-wrong': { module: 'identity', key: 'errors.20174' },
  'dict.code-expired': { module: 'identity', key: 'errors.20175' },
  'dict.code-too-often': { module: 'identity', key: 'errors.20176' },
  'dict.today-too-frequent': { module: 'identity', key: 'errors.20177' },
  'dict.submission-deadline': { module: 'courses', key: 'errors.40465' },
  'ui.urge-no-item': { module: 'pushes', key: 'errors.380601' },
  'ui.urge-started': { module: 'pushes', key: 'errors.380602' },
  'ui.distribution-success': { module: 'currency', key: 'distribute.done' },
}
