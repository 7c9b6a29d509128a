package io.truebell.core.message;

/** Why a person gets a notification; transactional goes before marketing. */
public enum Category {
  TRANSACTIONAL,
  MARKETING
}
