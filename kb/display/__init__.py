"""What pages and API both show, gathered once, in a bounded number of queries; neither decides a fact itself."""
