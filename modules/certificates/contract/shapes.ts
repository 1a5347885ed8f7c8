/** Shapes and codes that several calls of certificates share. */
import { errorCode } from '#kit/errors.ts'

/** The company has no such template, or offers it no longer. */
export const TEMPLATE_NOT_OFFERED = errorCode(380201)
