import { z } from 'zod';
import { removeThoughts } from '../../platform/models/reasoning-tags.js';

/** A reply longer than this is refused unread. */
export const MAX_REPLY_CHARS = 1_000_000;

type ExtractedJson = { ok: true; value: unknown } | { ok: false; problem: string };

const JsonRecord = z.record(z.string(), z.unknown());

// The fence counts only if it encloses the whole reply: a JSON block quoted in prose is not a reply.
const FENCED = /^```(?:[^\n]*\n|(?:json\b)?)([\s\S]*)```$/i;

export const removeFence = (reply: string): string => FENCED.exec(reply)?.[1] ?? reply;

/** The one JSON object that a reply consists of, ignoring reasoning and an enclosing fence. */
export const extractJsonObject = (reply: string): ExtractedJson => {
  const refuse = (problem: string) => ({ ok: false as const, problem });
  if (reply.length > MAX_REPLY_CHARS) return refuse('The reply is too long.');
  const text = removeFence(removeThoughts(reply).trim()).trim();
  if (text === '') return refuse('The reply is empty.');
  if (!text.startsWith('{')) {
    return refuse('The reply is not a JSON object; write the object and nothing else.');
  }
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return refuse('The reply is not one complete JSON object; write the object and nothing else.');
  }
};

/** Parses the JSON object of a call's arguments; an empty text is a call without arguments, and null means invalid. */
export const parseArguments = (json: string): Record<string, unknown> | null => {
  if (json.trim() === '') return {};
  try {
    return JsonRecord.parse(JSON.parse(json));
  } catch {
    return null;
  }
};
