import { z } from 'zod';
import { removeThoughts } from '../../platform/models/reasoning-tags.js';

/** A longer reply is refused without being read. */
export const MAX_REPLY_CHARS = 1_000_000;

type ExtractedJson = { ok: true; value: unknown } | { ok: false; problem: string };

const JsonRecord = z.record(z.string(), z.unknown());

// The fence counts only if it encloses the whole reply: a JSON block within prose is not a reply.
const FENCED = /^```(?:[^\n]*\n|(?:json\b)?)([\s\S]*)```$/i;

export const removeFence = (reply: string): string => FENCED.exec(reply)?.[1] ?? reply;

/** The JSON object that a reply consists of, ignoring reasoning and an enclosing fence. */
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

/** Parses the JSON object with a call's arguments. An empty text is a call without arguments; null means that the JSON is invalid. */
export const parseArguments = (json: string): Record<string, unknown> | null => {
  if (json.trim() === '') return {};
  try {
    return JsonRecord.parse(JSON.parse(json));
  } catch {
    return null;
  }
};
