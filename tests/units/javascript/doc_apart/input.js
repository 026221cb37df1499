/**
 * What the file is for.
 */

const limit = 3;

class Command {
  /**
   * Parse the arguments.
   *
   * @param {string[]} argv
   */

  parse(argv) {
    return argv;
  }

  /**
   * @typedef {object} Options
   */

  other() {}

  /** Too far. */


  third() {}
}
